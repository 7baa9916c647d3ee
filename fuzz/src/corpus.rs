//! The corpus: one file per target, one input a line, with escapes for bytes that are not printable ASCII.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of a target.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(format!("{name}.txt"))
}

/// The inputs of a target.
///
/// # Errors
/// The file cannot be read, or a line has an invalid escape.
pub fn read(name: &str) -> io::Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(path(name))?;
    let lines = text.lines().enumerate();
    lines
        .map(|(at, line)| {
            unescaped(line).ok_or_else(|| {
                let place = format!("{}, line {}", path(name).display(), at + 1);
                io::Error::new(io::ErrorKind::InvalidData, place)
            })
        })
        .collect()
}

/// Printable ASCII as it is, a backslash doubled, `\n`, `\r` and `\t`, everything else as `\xNN`.
pub fn escaped(input: &[u8]) -> String {
    let escape = |byte: &u8| match byte {
        b'\\' => "\\\\".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\t' => "\\t".to_owned(),
        b' '..=b'~' => char::from(*byte).to_string(),
        other => format!("\\x{other:02x}"),
    };
    input.iter().map(escape).collect()
}

/// The input of a line; `None` for an invalid escape.
pub fn unescaped(line: &str) -> Option<Vec<u8>> {
    let mut bytes = line.bytes();
    let mut input = Vec::with_capacity(line.len());
    while let Some(byte) = bytes.next() {
        input.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'\\' => b'\\',
                b'x' => {
                    let digits = [bytes.next()?, bytes.next()?];
                    u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
                }
                _ => return None,
            },
            other => other,
        });
    }
    Some(input)
}

#[cfg(test)]
mod tests {
    use super::{escaped, unescaped};

    #[test]
    fn an_input_is_read_as_it_was_written() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(unescaped(&escaped(&all)), Some(all));
        assert_eq!(escaped(b"a\\b\n\xff"), "a\\\\b\\n\\xff");
        for invalid in ["\\", "\\q", "\\x1", "\\xzz"] {
            assert_eq!(unescaped(invalid), None, "{invalid}");
        }
    }
}
