//! Reads a picture, turned as it is to be seen and without transparency.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgba, RgbaImage};

use crate::whole::has_end;
use crate::{MAX_BYTES, MAX_PIXELS, MAX_SIDE, Problem, WIDTHS};

/// The memory for the pixels of a picture as they are stored, in bytes: the most pixels with red, green, blue and alpha.
const MAX_STORED: u64 = MAX_PIXELS * 4;
/// The memory that a decoder may take, in bytes.
const MAX_MEMORY: u64 = 2 * MAX_STORED;
/// The width to which a large picture is averaged before it is resampled: each pixel of a cover comes from several.
const AVERAGED_WIDTH: u32 = 2 * WIDTHS[2];

pub(crate) fn picture(bytes: &[u8]) -> Result<DynamicImage, Problem> {
    if bytes.len() > MAX_BYTES {
        return Err(Problem::TooLarge);
    }
    // Each format that is compiled in, named here because another crate may enable more of them.
    let format = image::guess_format(bytes).map_err(|_| Problem::NotAnImage)?;
    match format {
        ImageFormat::Gif | ImageFormat::Png | ImageFormat::WebP => {}
        ImageFormat::Jpeg if has_end(bytes) => {}
        ImageFormat::Jpeg => return Err(Problem::Damaged),
        _ => return Err(Problem::NotAnImage),
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| problem(&error))?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(Problem::Damaged);
    }
    let is_large = width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS;
    if is_large || decoder.total_bytes() > MAX_STORED {
        return Err(Problem::TooManyPixels);
    }
    // Damaged EXIF data are no reason to refuse a picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(|error| problem(&error))?;
    let mut image = averaged(opaque(image), is_turned(orientation));
    image.apply_orientation(orientation);
    Ok(image)
}

fn problem(error: &ImageError) -> Problem {
    match error {
        ImageError::Limits(_) => Problem::TooManyPixels,
        _ => Problem::Damaged,
    }
}

fn is_turned(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// The picture on a white ground.
fn opaque(image: DynamicImage) -> DynamicImage {
    if !image.has_alpha() {
        return DynamicImage::ImageRgb8(image.into_rgb8());
    }
    let mut image: RgbaImage = image.into_rgba8();
    for Rgba([red, green, blue, alpha]) in image.pixels_mut() {
        for value in [red, green, blue] {
            *value = on_white(*value, *alpha);
        }
        *alpha = u8::MAX;
    }
    DynamicImage::ImageRgba8(image)
}

fn on_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    let mixed = (value * alpha + 255 * (255 - alpha) + 127) / 255;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

/// A large picture with fewer pixels, so that the following steps take little time and memory.
fn averaged(image: DynamicImage, is_turned: bool) -> DynamicImage {
    let (width, height) = (image.width(), image.height());
    let seen_width = if is_turned { height } else { width };
    if seen_width <= AVERAGED_WIDTH {
        return image;
    }
    let scaled = |side: u32| {
        let side = u64::from(side) * u64::from(AVERAGED_WIDTH) / u64::from(seen_width);
        u32::try_from(side).unwrap_or(MAX_SIDE).max(1)
    };
    image.thumbnail_exact(scaled(width), scaled(height))
}
