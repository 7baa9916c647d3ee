//! Pictures that become covers of books.

use carrel_covers::{WIDTHS, cover};

pub(crate) fn run(input: &[u8]) {
    let Ok(made) = cover(input) else {
        return;
    };
    for (file, width) in made.files.iter().zip(WIDTHS) {
        assert!(file.starts_with(&[0xff, 0xd8, 0xff]), "a JPEG file");
        assert!(file.ends_with(&[0xff, 0xd9]), "a whole one");
        let most = u64::from(width) * u64::from(width) * 2 * 3 + 2_000;
        assert!(file.len() as u64 <= most, "{} bytes", file.len());
    }
    // A cover is a picture, whose cover has the same size at most.
    let [_, _, large] = made.files;
    assert!(cover(&large).is_ok());
}
