use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageEncoder as _, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::{Cover, MAX_BYTES, Problem, WIDTHS, cover};

/// A picture whose upper half is red and whose lower half is blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |_, y| {
        if y < height / 2 {
            Rgb([200, 30, 30])
        } else {
            Rgb([30, 30, 200])
        }
    })
}

fn encoded(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    let image: DynamicImage = image.into();
    image.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

fn sizes(cover: &Cover) -> [(u32, u32); 3] {
    cover.files.each_ref().map(|file| {
        let image = decoded(file);
        (image.width(), image.height())
    })
}

fn decoded(file: &[u8]) -> RgbImage {
    image::load_from_memory_with_format(file, ImageFormat::Jpeg)
        .unwrap()
        .into_rgb8()
}

#[track_caller]
fn assert_about(found: Rgb<u8>, wanted: [u8; 3]) {
    for (found, wanted) in found.0.into_iter().zip(wanted) {
        assert!(found.abs_diff(wanted) < 12, "{found} is not about {wanted}");
    }
}

#[test]
fn each_format_becomes_three_sizes() {
    for format in [
        ImageFormat::Jpeg,
        ImageFormat::Png,
        ImageFormat::WebP,
        ImageFormat::Gif,
    ] {
        let made = cover(&encoded(halves(800, 1200), format)).unwrap();
        assert_eq!(sizes(&made), [(160, 240), (320, 480), (640, 960)], "{format:?}");
        let large = decoded(&made.files[2]);
        assert_about(*large.get_pixel(320, 100), [200, 30, 30]);
        assert_about(*large.get_pixel(320, 900), [30, 30, 200]);
    }
}

#[test]
fn a_large_picture_is_averaged_and_a_small_one_not_enlarged() {
    let made = cover(&encoded(halves(3000, 4500), ImageFormat::Jpeg)).unwrap();
    assert_eq!(sizes(&made), [(160, 240), (320, 480), (640, 960)]);
    let made = cover(&encoded(halves(200, 300), ImageFormat::Png)).unwrap();
    assert_eq!(sizes(&made), [(160, 240), (200, 300), (200, 300)]);
    let made = cover(&encoded(halves(1, 1), ImageFormat::Png)).unwrap();
    assert_eq!(sizes(&made), [(1, 1); 3]);
    // So wide that its height would be nothing.
    let made = cover(&encoded(halves(4000, 2), ImageFormat::Png)).unwrap();
    assert_eq!(sizes(&made), [(160, 1), (320, 1), (640, 1)]);
}

#[test]
fn a_tall_picture_is_cut_to_twice_its_width() {
    let made = cover(&encoded(halves(400, 1000), ImageFormat::Png)).unwrap();
    assert_eq!(sizes(&made), [(160, 320), (320, 640), (400, 800)]);
    // Its middle is still in the middle.
    let large = decoded(&made.files[2]);
    assert_about(*large.get_pixel(200, 380), [200, 30, 30]);
    assert_about(*large.get_pixel(200, 420), [30, 30, 200]);
}

#[test]
fn transparent_areas_are_white() {
    let image = RgbaImage::from_fn(300, 300, |x, _| match x {
        0..100 => Rgba([0, 0, 0, 0]),
        100..200 => Rgba([0, 0, 0, 128]),
        _ => Rgba([0, 0, 0, 255]),
    });
    let made = cover(&encoded(image, ImageFormat::Png)).unwrap();
    let large = decoded(&made.files[2]);
    for (x, value) in [(50, 255), (150, 127), (250, 0)] {
        assert_about(*large.get_pixel(x, 150), [value; 3]);
    }
}

/// EXIF data that say how the picture is to be turned, with a place in them.
fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"MM\0\x2a\0\0\0\x08\0\x02".to_vec();
    exif.extend_from_slice(&[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    // The name of the camera, which stands behind the directory.
    exif.extend_from_slice(&[0x01, 0x10, 0, 2, 0, 0, 0, 14, 0, 0, 0, 38, 0, 0, 0, 0]);
    exif.extend_from_slice(b"Secret Camera\0");
    exif
}

fn photo(orientation: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 90);
    encoder.set_exif_metadata(exif(orientation)).unwrap();
    encoder.set_icc_profile(vec![7; 200]).unwrap();
    encoder.encode_image(&halves(600, 300)).unwrap();
    bytes
}

#[test]
fn a_photo_is_turned_as_its_exif_data_say_and_loses_them() {
    let (red, blue) = ([200, 30, 30], [30, 30, 200]);
    for (orientation, size, near_left, near_top) in [
        (1, (600, 300), None, Some(red)),
        (3, (600, 300), None, Some(blue)),
        (6, (300, 600), Some(blue), None),
        (8, (300, 600), Some(red), None),
    ] {
        let sent = photo(orientation);
        let has = |bytes: &[u8], word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
        assert!(has(&sent, b"Secret Camera") && has(&sent, b"ICC_PROFILE"));
        let made = cover(&sent).unwrap();
        let large = decoded(&made.files[2]);
        assert_eq!((large.width(), large.height()), size, "{orientation}");
        let (width, height) = size;
        if let Some(colour) = near_left {
            assert_about(*large.get_pixel(20, height / 2), colour);
        }
        if let Some(colour) = near_top {
            assert_about(*large.get_pixel(width / 2, 20), colour);
        }
        for file in &made.files {
            for word in [&b"Exif"[..], b"Secret", b"ICC_PROFILE"] {
                assert!(!has(file, word));
            }
        }
    }
}

/// The head of a PNG file of any size, which has no pixels.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = encoded(halves(1, 1), ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

#[test]
fn limits_are_checked_before_the_pixels_are_read() {
    for (width, height) in [
        (12_001, 1),
        (1, 12_001),
        (10_000, 5_001),
        (0x7fff_ffff, 0x7fff_ffff),
    ] {
        assert_eq!(cover(&bomb(width, height)), Err(Problem::TooManyPixels));
    }
    // Within the limits, it is only damaged.
    assert_eq!(cover(&bomb(12_000, 4_166)), Err(Problem::Damaged));
    // Sixteen bits a colour need twice the memory.
    let mut deep = bomb(7_000, 7_000);
    deep[24..26].copy_from_slice(&[16, 6]);
    let sum = crc(&deep[12..29]);
    deep[29..33].copy_from_slice(&sum.to_be_bytes());
    assert_eq!(cover(&deep), Err(Problem::TooManyPixels));
    let mut large = encoded(halves(10, 10), ImageFormat::Png);
    large.resize(MAX_BYTES, 0);
    assert!(cover(&large).is_ok());
    large.push(0);
    assert_eq!(cover(&large), Err(Problem::TooLarge));
}

#[test]
fn other_files_are_refused() {
    for other in [
        &b""[..],
        b"GIF",
        b"hello",
        b"%PDF-1.7",
        b"BM\x36\0\0\0",
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        b"II\x2a\0\x08\0\0\0",
    ] {
        assert_eq!(cover(other), Err(Problem::NotAnImage), "{other:?}");
    }
}

#[test]
fn a_truncated_file_is_damaged() {
    for format in [
        ImageFormat::Jpeg,
        ImageFormat::Png,
        ImageFormat::WebP,
        ImageFormat::Gif,
    ] {
        let whole = encoded(halves(300, 400), format);
        for length in [20, whole.len() / 2, whole.len() - 20] {
            assert_eq!(
                cover(&whole[..length]),
                Err(Problem::Damaged),
                "{format:?} {length}"
            );
        }
    }
    // The end of a preview is not that of the photo.
    let mut photo = photo(1);
    let at = photo.windows(6).position(|part| part == b"Secret").unwrap();
    photo[at..at + 2].copy_from_slice(&[0xff, 0xd9]);
    assert!(cover(&photo).is_ok());
    photo.truncate(photo.len() - 2);
    assert_eq!(cover(&photo), Err(Problem::Damaged));
    // Some cameras write more after the end.
    photo.extend_from_slice(&[0xff, 0xd9, 0, 0, 1, 2, 3]);
    assert!(cover(&photo).is_ok());
}

#[test]
fn sizes_of_files_stay_small() {
    // Noise is the largest picture of its size.
    let mut state = 1u32;
    let noise = RgbImage::from_fn(640, 960, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([state.to_be_bytes()[0]; 3])
    });
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes)
        .write_image(&noise, 640, 960, image::ExtendedColorType::Rgb8)
        .unwrap();
    let made = cover(&bytes).unwrap();
    for (file, width) in made.files.iter().zip(WIDTHS) {
        let pixels = usize::try_from(width * width * 3 / 2).unwrap();
        assert!(file.len() < pixels, "{width}: {} bytes", file.len());
    }
}
