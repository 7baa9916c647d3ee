//! Covers of books: reads a picture in the format of any camera or scanner, and writes it as small JPEG files.
//!
//! Bytes in, bytes out, no input and no output. The written files have nothing of the read one but its pixels: no place where
//! a photo was taken, no name of a camera, no colour profile.

mod read;
mod whole;
mod write;

/// The largest file, in bytes.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// The largest width or height, in pixels.
pub const MAX_SIDE: u32 = 12_000;
/// The most pixels of a picture.
pub const MAX_PIXELS: u64 = 50_000_000;
/// The widths of a cover, in pixels. A picture that is narrower is not enlarged.
pub const WIDTHS: [u32; 3] = [160, 320, 640];
/// The media type of a written cover.
pub const CONTENT_TYPE: &str = "image/jpeg";

/// A cover in each of [`WIDTHS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The JPEG files, in the order of [`WIDTHS`].
    pub files: [Vec<u8>; 3],
}

/// Why a file cannot become a cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is no JPEG, PNG, WebP or GIF file.
    #[error("not a picture in a known format")]
    NotAnImage,
    /// It has more than [`MAX_BYTES`].
    #[error("the file is too large")]
    TooLarge,
    /// It has more than [`MAX_PIXELS`], a side is longer than [`MAX_SIDE`], or it needs too much memory.
    #[error("the picture has too many pixels")]
    TooManyPixels,
    /// It begins like a picture, and cannot be read to its end.
    #[error("the picture is damaged")]
    Damaged,
}

/// Reads a picture and writes it as a cover. Takes up to a second of a core, and some hundred megabytes for the largest picture.
///
/// The picture is turned as its EXIF data say. Transparent areas become white. Of an animation, the first frame counts. A picture
/// that is taller than twice its width is cut at the top and at the bottom: screens show covers in frames of 2 to 3, and would cut
/// it as well, while a refusal would only make people cut it themselves.
///
/// # Errors
/// See [`Problem`]. The size of the file and of the picture are checked before its pixels are read.
pub fn cover(bytes: &[u8]) -> Result<Cover, Problem> {
    let picture = read::picture(bytes)?;
    write::cover(picture).ok_or(Problem::Damaged)
}

#[cfg(test)]
mod tests;
