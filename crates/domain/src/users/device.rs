//! The browser and system of a session, from its `User-Agent` header.

/// A browser or program and its operating system; `None` if unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Such as `Firefox`.
    pub browser: Option<&'static str>,
    /// Such as `Windows`.
    pub system: Option<&'static str>,
}

/// Texts that identify browsers. Nearly all browsers also claim to be others, which therefore come later.
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

/// Texts that identify systems. Phones and tablets also name the system that theirs derives from.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// Parses the `User-Agent` of a sign-in.
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
