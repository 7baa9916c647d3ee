//! The art of covers: six templates, each drawn between 56 % and 84 % of the height.

use std::fmt::Write as _;

use serde::Serialize;

use super::picture::{Anchor, WIDTH, hundredths};
use super::random::Random;

/// The top of the art: 56 % of the height.
const TOP: f64 = 168.0;
/// The bottom of the art: 84 % of the height.
const BOTTOM: f64 = 252.0;

/// The kind of art; also decides the position of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Template {
    /// A double frame around everything, and a small ornament.
    DoubleFrame,
    /// A band from edge to edge between two thin lines.
    Band,
    /// The initial of the title, large.
    LargeInitial,
    /// Slanted lines from edge to edge.
    SlantedLines,
    /// Concentric rings.
    Rings,
    /// A grid of holes, some of them filled.
    PunchedGrid,
}

/// Shapes in the accent colour, all filled or all outlined.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// One SVG path for all shapes.
    pub path: String,
    /// The width of their outline; 0 when they are filled.
    pub stroke: f64,
}

/// A letter in the accent colour.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Letter {
    /// The letter.
    pub text: String,
    /// The horizontal centre.
    pub x: f64,
    /// The baseline.
    pub y: f64,
    /// The font size.
    pub size: f64,
}

impl Mark {
    fn filled(path: String) -> Mark {
        Mark { path, stroke: 0.0 }
    }

    fn outlined(path: String, stroke: f64) -> Mark {
        Mark { path, stroke }
    }
}

impl Template {
    pub(super) fn pick(random: &mut Random) -> Template {
        random.pick([
            Template::DoubleFrame,
            Template::Band,
            Template::LargeInitial,
            Template::SlantedLines,
            Template::Rings,
            Template::PunchedGrid,
        ])
    }

    pub(super) fn anchor(self) -> Anchor {
        match self {
            Template::DoubleFrame | Template::Rings => Anchor::Middle,
            Template::Band | Template::LargeInitial | Template::SlantedLines | Template::PunchedGrid => {
                Anchor::Start
            }
        }
    }
}

pub(super) fn draw(template: Template, initial: &str, random: &mut Random) -> (Vec<Mark>, Option<Letter>) {
    match template {
        Template::DoubleFrame => (double_frame(), None),
        Template::Band => (band(random), None),
        Template::LargeInitial => (rule_above(), Some(large_initial(initial, random))),
        Template::SlantedLines => (slanted_lines(random), None),
        Template::Rings => (rings(random), None),
        Template::PunchedGrid => (punched_grid(random), None),
    }
}

fn double_frame() -> Vec<Mark> {
    let middle = f64::midpoint(TOP, BOTTOM);
    let fine = [
        rectangle(13.0, 13.0, 174.0, 274.0),
        line(48.0, middle, 84.0, middle),
        line(116.0, middle, 152.0, middle),
        diamond(100.0, middle, 13.0),
    ];
    vec![
        Mark::outlined(rectangle(9.0, 9.0, 182.0, 282.0), 1.8),
        Mark::outlined(fine.concat(), 0.8),
        Mark::filled(diamond(100.0, middle, 9.0)),
    ]
}

fn band(random: &mut Random) -> Vec<Mark> {
    let height = 26.0 + 22.0 * random.next();
    let top = TOP + 8.0 + (BOTTOM - TOP - 16.0 - height) * random.next();
    let bottom = top + height;
    let lines = line(0.0, top - 5.0, WIDTH, top - 5.0) + &line(0.0, bottom + 5.0, WIDTH, bottom + 5.0);
    vec![
        Mark::filled(rectangle(0.0, top, WIDTH, height)),
        Mark::outlined(lines, 0.8),
    ]
}

fn rule_above() -> Vec<Mark> {
    vec![Mark::outlined(line(20.0, 169.0, 180.0, 169.0), 0.8)]
}

fn large_initial(initial: &str, random: &mut Random) -> Letter {
    let x = random.pick([60.0, 100.0, 140.0]);
    Letter {
        text: initial.to_owned(),
        x,
        y: 248.0,
        size: 84.0,
    }
}

fn slanted_lines(random: &mut Random) -> Vec<Mark> {
    let gap = 9.0 + 6.0 * random.next();
    let stroke = hundredths(1.0 + 2.5 * random.next());
    let slant = random.pick([-60.0, -30.0, 30.0, 60.0]);
    let mut path = String::new();
    let mut x = -60.0;
    while x < WIDTH + 60.0 {
        path += &line(x, BOTTOM, x + slant, TOP);
        x += gap;
    }
    vec![Mark::outlined(path, stroke)]
}

fn rings(random: &mut Random) -> Vec<Mark> {
    let x = 60.0 + 80.0 * random.next();
    let y = f64::midpoint(TOP, BOTTOM);
    let gap = 6.0 + 4.0 * random.next();
    let mut path = String::new();
    let mut radius = 4.0 + gap;
    while radius <= 40.0 {
        path += &circle(x, y, radius);
        radius += gap;
    }
    vec![Mark::filled(circle(x, y, 4.0)), Mark::outlined(path, 1.6)]
}

fn punched_grid(random: &mut Random) -> Vec<Mark> {
    let filled_share = 0.3 + 0.4 * random.next();
    let (mut filled, mut open) = (String::new(), String::new());
    for row in 0_u8..5 {
        for column in 0_u8..10 {
            let hole = circle(
                23.5 + 17.0 * f64::from(column),
                176.0 + 17.0 * f64::from(row),
                4.0,
            );
            let kind = if random.next() < filled_share {
                &mut filled
            } else {
                &mut open
            };
            kind.push_str(&hole);
        }
    }
    vec![Mark::filled(filled), Mark::outlined(open, 0.8)]
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> String {
    path(&[("M", &[x1, y1]), ("L", &[x2, y2])])
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> String {
    path(&[
        ("M", &[x, y]),
        ("h", &[width]),
        ("v", &[height]),
        ("h", &[-width]),
        ("Z", &[]),
    ])
}

fn diamond(x: f64, y: f64, radius: f64) -> String {
    let r = radius;
    path(&[
        ("M", &[x, y - r]),
        ("L", &[x + r, y]),
        ("L", &[x, y + r]),
        ("L", &[x - r, y]),
        ("Z", &[]),
    ])
}

/// Two half circles, because an SVG path has no command for a full circle.
fn circle(x: f64, y: f64, radius: f64) -> String {
    let r = radius;
    path(&[
        ("M", &[x - r, y]),
        ("a", &[r, r, 0.0, 1.0, 0.0, 2.0 * r, 0.0]),
        ("a", &[r, r, 0.0, 1.0, 0.0, -2.0 * r, 0.0]),
        ("Z", &[]),
    ])
}

/// Writes path commands with numbers rounded to hundredths.
fn path(commands: &[(&str, &[f64])]) -> String {
    let mut text = String::new();
    for (command, numbers) in commands {
        text.push_str(command);
        for (position, number) in numbers.iter().enumerate() {
            let space = if position > 0 { " " } else { "" };
            write!(text, "{space}{}", hundredths(*number)).expect("writing to a string cannot fail");
        }
    }
    text
}
