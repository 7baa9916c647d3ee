use carrel_labels::call_number_lines;

#[test]
fn call_numbers_are_broken_as_libraries_do() {
    for (call_number, lines) in [
        (
            "QA76.73.R87 K53 2019",
            &["QA", "76.73", ".R87", "K53", "2019"][..],
        ),
        ("PS3545.I5365 Z9 v.2", &["PS", "3545", ".I5365", "Z9", "v.2"]),
        ("PR6045.O72Z468", &["PR", "6045", ".O72", "Z468"]),
        ("813.54 KIN", &["813.54", "KIN"]),
        ("813.54K58", &["813.54", "K58"]),
        ("813.54 K58 c.2", &["813.54", "K58", "c.2"]),
        ("REF 030 ENC", &["REF", "030", "ENC"]),
        ("  B12  ", &["B12"]),
        ("Kin 7b", &["Kin", "7b"]),
        ("823/AUS", &["823/AUS"]),
        ("5.2 Pol", &["5.2", "Pol"]),
        ("رواية 7", &["رواية", "7"]),
        ("", &[]),
    ] {
        assert_eq!(call_number_lines(call_number), lines, "{call_number}");
    }
}

#[test]
fn no_character_of_a_call_number_is_lost() {
    for call_number in ["QA76.73.R87 K53 2019", "Ä1.B2 ü.Ö3 Z9É", "A1B2C3.D4"] {
        let joined = call_number_lines(call_number).concat();
        assert_eq!(joined, call_number.replace(' ', ""));
    }
}
