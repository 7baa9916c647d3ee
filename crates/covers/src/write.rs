//! Writes a picture in each width of a cover.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, RgbImage};

use crate::{Cover, WIDTHS};

/// The quality of the JPEG files: a scanned cover shows no traces of it.
const QUALITY: u8 = 82;
/// The largest height of a cover, in widths.
const MAX_RATIO: u32 = 2;

/// `None` when a file cannot be written.
pub(crate) fn cover(picture: DynamicImage) -> Option<Cover> {
    let picture = DynamicImage::ImageRgb8(cut(picture).into_rgb8());
    let [small, medium, large] = WIDTHS.map(|width| file(&resampled(&picture, width)));
    Some(Cover {
        files: [small?, medium?, large?],
    })
}

/// The middle of a picture that is too tall.
fn cut(picture: DynamicImage) -> DynamicImage {
    let (width, height) = (picture.width(), picture.height());
    let highest = width.saturating_mul(MAX_RATIO);
    if height <= highest {
        return picture;
    }
    picture.crop_imm(0, (height - highest) / 2, width, highest)
}

fn resampled(picture: &DynamicImage, width: u32) -> RgbImage {
    if picture.width() <= width {
        return picture.to_rgb8();
    }
    let height = u64::from(picture.height()) * u64::from(width) / u64::from(picture.width());
    let height = u32::try_from(height)
        .unwrap_or(u32::MAX)
        .clamp(1, width * MAX_RATIO);
    picture
        .resize_exact(width, height, FilterType::Lanczos3)
        .into_rgb8()
}

fn file(picture: &RgbImage) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode_image(picture)
        .ok()?;
    Some(bytes)
}
