//! What somebody signed in with, in words, from what their program says of itself.

/// A browser or program, and what it runs on; nothing where it is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Such as `Firefox`.
    pub browser: Option<&'static str>,
    /// Such as `Windows`.
    pub system: Option<&'static str>,
}

/// Marks of browsers. Nearly all of them also claim to be others, which therefore come later.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("OPiOS/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("curl/", "curl"),
];

/// Marks of systems. Phones and tablets name the system that theirs comes from, too.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// Reads the `User-Agent` that came with a sign-in.
pub fn device(user_agent: &str) -> Device {
    let first = |marks: &[(&str, &'static str)]| {
        marks
            .iter()
            .find(|(mark, _)| user_agent.contains(mark))
            .map(|(_, name)| *name)
    };
    Device {
        browser: first(BROWSERS),
        system: first(SYSTEMS),
    }
}
