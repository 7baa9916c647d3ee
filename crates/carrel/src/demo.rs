//! The demo library's books, from the files beside this crate.

use carrel_samples::demo::DemoBooks;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "demo/books"]
struct Files;

/// The books of the demo.
pub fn books() -> Result<DemoBooks, Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for name in Files::iter() {
        let file = Files::get(&name).ok_or("a demo file is missing")?;
        files.push((name.to_string(), String::from_utf8(file.data.into_owned())?));
    }
    files.sort();
    Ok(DemoBooks::parse(
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())),
    )?)
}
