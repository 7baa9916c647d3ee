//! Moving from other systems: small files in the shape of their exports, as `docs/administration/moving-from-….md` describe them.

use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::imports::committed;
use super::imports_people::sent;

/// The files of a system: one book with two copies and another book, two people, one loan, one unpaid fine.
struct Kit {
    system: &'static str,
    books: &'static str,
    people: &'static str,
    loans: &'static str,
    fines: &'static str,
    /// What the fine is for, and its reason.
    fine: (&'static str, &'static str),
    /// The number of the person who has a copy, and the day by which it is due.
    loan: (&'static str, &'static str),
}

const KOHA: Kit = Kit {
    system: "Koha",
    books: r#"<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Kafka, Franz</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Amerika</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">K-1</subfield><subfield code="o">Kaf 1</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">K-2</subfield><subfield code="q">2035-01-15</subfield></datafield>
</record><record><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Austen, Jane</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Emma</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">K-3</subfield></datafield></record></collection>"#,
    people: "cardnumber,surname,firstname,email,categorycode,phone,mobile,address,address2,zipcode,city,country\n\
             23529001,King,Ada,ada@school.example,PUPIL,,,1 Long Lane,,12345,Springfield,\n\
             23529002,Brook,Bo,bo@school.example,PUPIL,,,,,,,\n",
    loans: "barcode,cardnumber,email,issuedate,date_due\nK-2,23529001,ada@school.example,2020-01-02 10:15:00,2035-01-15 23:59:00\n",
    fines: "cardnumber,email,amountoutstanding,debit_type_code,description,barcode,date\n\
            23529001,ada@school.example,2.500000,LOST,Amerika,K-1,2024-05-06 00:00:00\n",
    fine: ("Amerika (K-1)", "lost"),
    loan: ("23529001", "2035-01-15"),
};

const SLIMS: Kit = Kit {
    system: "SLiMS",
    books: "\"title\",\"isbn_issn\",\"publisher_name\",\"publish_year\",\"collation\",\"call_number\",\"language_name\",\
            \"authors\",\"topics\",\"item_code\"\n\
            \"Amerika\",\"\",\"Kurt Wolff\",\"1927\",\"391 p\",\"833 KAF\",\"German\",\"<Kafka, Franz>\",\"<Novels>\",\"<S-1><S-2>\"\n\
            \"Emma\",\"\",\"John Murray\",\"1815\",\"\",\"823 AUS\",\"English\",\"<Austen, Jane>\",\"\",\"<S-3>\"\n",
    people: "\"member_id\",\"member_name\",\"gender\",\"member_type_name\",\"member_email\",\"member_address\",\"postal_code\",\
             \"inst_name\",\"member_phone\",\"expire_date\"\n\
             \"M001\",\"Ada King\",\"0\",\"Pupil\",\"ada@school.example\",\"1 Long Lane\",\"12345\",\"Springfield School\",\"\",\"2030-01-01\"\n\
             \"M002\",\"Bo Brook\",\"1\",\"Pupil\",\"bo@school.example\",\"\",\"\",\"\",\"\",\"2030-01-01\"\n",
    loans: "item_code,member_id,loan_date,due_date\nS-2,M001,2020-01-02,2035-01-15\n",
    fines: "member_id,amount,description,fines_date\nM001,2500,Overdue fines for item S-1,2024-05-06\n",
    fine: ("Overdue fines for item S-1", "overdue"),
    loan: ("M001", "2035-01-15"),
};

const EVERGREEN: Kit = Kit {
    system: "Evergreen",
    books: r#"<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Kafka, Franz</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Amerika</subfield></datafield>
<datafield tag="852" ind1=" " ind2=" "><subfield code="b">BR1</subfield><subfield code="c">Stacks</subfield><subfield code="j">Kaf 1</subfield><subfield code="p">E-1</subfield></datafield>
<datafield tag="852" ind1=" " ind2=" "><subfield code="b">BR1</subfield><subfield code="c">Stacks</subfield><subfield code="j">Kaf 1</subfield><subfield code="p">E-2</subfield></datafield>
</record><record><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Austen, Jane</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Emma</subfield></datafield>
<datafield tag="852" ind1=" " ind2=" "><subfield code="p">E-3</subfield></datafield></record></collection>"#,
    people: "patron_barcode,family_name,first_given_name,second_given_name,email,profile,street1,street2,post_code,city,country\n\
             P-1,King,Ada,Mary,ada@school.example,Pupil,1 Long Lane,,12345,Springfield,US\n\
             P-2,Brook,Bo,,bo@school.example,Pupil,,,,,\n",
    loans: "copy_barcode,patron_barcode,xact_start,due_date\nE-2,P-1,2020-01-02 10:15:00.123456-05,2035-01-15 23:59:59-05\n",
    fines: "patron_barcode,balance_owed,last_billing_type,title,copy_barcode,xact_start\n\
            P-1,2.50,Overdue materials,Amerika,E-1,2024-05-06 10:15:00.123456-04\n",
    fine: ("Amerika (E-1)", "overdue"),
    loan: ("P-1", "2035-01-15"),
};

const OPENBIBLIO: Kit = Kit {
    system: "OpenBiblio",
    books: "title\ttitle_remainder\tauthor\tisbn\tpublisher\tcall_number\tcollection\tbarcode_nmbr\n\
            Amerika\t\tKafka, Franz\t\tKurt Wolff\tKaf 1\tFiction\tO-1\n\
            Amerika\t\tKafka, Franz\t\tKurt Wolff\tKaf 1\tFiction\tO-2\n\
            Emma\t\tAusten, Jane\t\tJohn Murray\tAus 1\tFiction\tO-3\n",
    people: "barcode_nmbr\tlast_name\tfirst_name\taddress\temail\tclassification\n\
             1001\tKing\tAda\t1 Long Lane, Springfield\tada@school.example\tPupil\n\
             1002\tBrook\tBo\t\tbo@school.example\tPupil\n",
    loans: "barcode_nmbr\tmbr_barcode\tstatus_begin_dt\tdue_back_dt\nO-2\t1001\t2020-01-02 10:15:00\t2035-01-15\n",
    fines: "mbr_barcode\tamount\tdescription\tcreate_dt\n1001\t2.50\tLate fee\t2024-05-06 10:15:00\n",
    fine: ("Late fee", "overdue"),
    loan: ("1001", "2035-01-15"),
};

const DESTINY: Kit = Kit {
    system: "Destiny",
    books: r#"<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Kafka, Franz</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Amerika</subfield></datafield>
<datafield tag="852" ind1=" " ind2=" "><subfield code="h">FIC KAF</subfield><subfield code="p">T 1</subfield><subfield code="9">P$12.00</subfield></datafield>
<datafield tag="852" ind1=" " ind2=" "><subfield code="h">FIC KAF</subfield><subfield code="p">T 2</subfield></datafield>
</record><record><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Austen, Jane</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Emma</subfield></datafield>
<datafield tag="852" ind1=" " ind2=" "><subfield code="p">T 3</subfield></datafield></record></collection>"#,
    people: "Last Name,First Name,District ID,Patron Type,Grade Level,Homeroom,Email 1\n\
             King,Ada,9001,Pupil,7,Room 12,ada@school.example\nBrook,Bo,9002,Pupil,8,Room 14,bo@school.example\n",
    loans: "Copy Barcode,District ID,Checkout Date,Due Date\nT 2,9001,1/2/2020,1/15/2035\n",
    fines: "District ID,Amount Due,Fine Type,Title,Copy Barcode,Date Created\n\
            9001,$2.50,Damaged,Amerika,T 1,5/6/2024\n",
    fine: ("Amerika (T 1)", "damage"),
    loan: ("9001", "2035-01-15"),
};

async fn moves(database: TestDatabase, kit: Kit) {
    let system = kit.system;
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    server
        .database()
        .sql("INSERT INTO patron_categories (code, name, position) VALUES ('pupil', 'Pupil', 0)")
        .await
        .expect("the category is added");
    for (kind, file, added) in [
        ("books", kit.books, 2),
        ("users", kit.people, 2),
        ("loans", kit.loans, 1),
        ("fines", kit.fines, 1),
    ] {
        let import = sent(&server, &administrator, kind, file).await;
        assert_eq!(
            (&import["state"], &import["rejected"]),
            (&json!("ready"), &json!(0)),
            "{system} {kind}: {import}"
        );
        let import = committed(&server, &administrator, &import, "skip").await;
        assert_eq!(
            (&import["state"], &import["added"]),
            (&json!("done"), &json!(added)),
            "{system} {kind}: {import}"
        );
        let again = sent(&server, &administrator, kind, file).await;
        let again = committed(&server, &administrator, &again, "skip").await;
        assert_eq!(again["added"], 0, "{system} {kind}: {again}");
    }
    let copies = "SELECT count(*) FROM copies";
    assert_eq!(server.database().integer(copies).await, 3, "{system}");
    let listed = server.get("/api/admin/borrowings").as_(&administrator).await;
    let open = &listed.list()[0];
    assert_eq!(
        json!([
            open["book"]["title"],
            open["user"]["name"].as_str().map(|name| name.ends_with("King")),
            open["dueOn"]
        ]),
        json!(["Amerika", true, kit.loan.1]),
        "{system}"
    );
    let path = format!("/api/admin/users?search={}", kit.loan.0);
    let found = server.get(&path).as_(&administrator).await;
    assert_eq!(
        json!([found.list()[0]["studentId"], found.list()[0]["patronCategory"]]),
        json!([kit.loan.0, "pupil"]),
        "{system}"
    );
    let person = found.list()[0]["_id"].as_str().expect("an id");
    let path = format!("/api/users/{person}/charges");
    let charges = server.get(&path).as_(&administrator).await;
    let charge = &charges.list()[0];
    assert_eq!(
        json!([charge["description"], charge["reason"]]),
        json!([kit.fine.0, kit.fine.1]),
        "{system}"
    );
    let charged_at = charge["chargedAt"].as_str().expect("a time");
    assert!(charged_at.starts_with("2024-05-06"), "{system} {charge}");
    assert_eq!(server.violations().await, [], "{system}");
}

on_both_engines!(a_library_moves_from_koha);
async fn a_library_moves_from_koha(database: TestDatabase) {
    moves(database, KOHA).await;
}

on_both_engines!(a_library_moves_from_slims);
async fn a_library_moves_from_slims(database: TestDatabase) {
    moves(database, SLIMS).await;
}

on_both_engines!(a_library_moves_from_evergreen);
async fn a_library_moves_from_evergreen(database: TestDatabase) {
    moves(database, EVERGREEN).await;
}

on_both_engines!(a_library_moves_from_openbiblio);
async fn a_library_moves_from_openbiblio(database: TestDatabase) {
    moves(database, OPENBIBLIO).await;
}

on_both_engines!(a_library_moves_from_destiny);
async fn a_library_moves_from_destiny(database: TestDatabase) {
    moves(database, DESTINY).await;
}
