/// Bytes as lower-case hexadecimal digits, two each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)]));
    bytes.iter().flat_map(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::hexadecimal;

    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(hexadecimal(&[]), "");
        assert_eq!(hexadecimal(&[0, 7, 0x3f, 0xa0, 0xff]), "00073fa0ff");
    }
}
