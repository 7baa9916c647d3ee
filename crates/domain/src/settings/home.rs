//! The settings of the home page: texts and figures.

use serde::{Deserialize, Serialize};

use crate::validation::{EntryError, FormErrors, optional_line, required_line};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};

    /// The headline.
    pub const HEADLINE: Text = Text::up_to(100, Form::LINE);
    /// The introduction.
    pub const LEAD: Text = Text::up_to(300, Form::LINE);
    /// The testimonials.
    pub const TESTIMONIALS: List = List::up_to(6);
    /// The text of a testimonial.
    pub const TESTIMONIAL: Text = Text::of(1, 300, Form::FILLED_LINE);
    /// The person quoted in a testimonial.
    pub const SPEAKER: Text = Text::of(1, 80, Form::FILLED_LINE);
}

const HEADLINE_TOO_LONG: &str = "The headline cannot exceed 100 characters";
const LEAD_TOO_LONG: &str = "The introduction cannot exceed 300 characters";
const NOT_ALLOWED: &str = "The text contains characters that are not allowed";
const FIGURES_UNKNOWN: &str = "The figures must be one of: samples, live, none";
const VOICES_UNKNOWN: &str = "The testimonials must be one of: samples, own, none";
const VOICES_TOO_MANY: &str = "There cannot be more than 6 testimonials";
const VOICES_NEEDED: &str = "Please add at least one testimonial, or show none";
const VOICE_REQUIRED: &str = "Please write what was said";
const VOICE_TOO_LONG: &str = "A testimonial cannot exceed 300 characters";
const SPEAKER_REQUIRED: &str = "Please say who said it";
const SPEAKER_TOO_LONG: &str = "The name cannot exceed 80 characters";

/// Which figures the home page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figures {
    /// The specification's samples, marked as such.
    #[default]
    Samples,
    /// The current figures of the library.
    Live,
    /// None.
    None,
}

impl Figures {
    /// Reads the word of the API.
    pub(super) fn named(word: Option<&str>) -> Result<Self, &'static str> {
        match word {
            Some("samples") => Ok(Figures::Samples),
            Some("live") => Ok(Figures::Live),
            Some("none") => Ok(Figures::None),
            _ => Err(FIGURES_UNKNOWN),
        }
    }
}

/// Which testimonials the home page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Voices {
    /// The specification's samples, marked as such.
    #[default]
    Samples,
    /// The library's own.
    Own,
    /// None.
    None,
}

/// A statement of a person about the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Testimonial {
    pub text: String,
    /// The person's name.
    pub by: String,
}

/// The settings of the home page; `None` stands for the standard text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HomeSettings {
    pub headline: Option<String>,
    pub lead: Option<String>,
    pub figures: Figures,
    pub voices: Voices,
    /// Stored even while they are not shown.
    pub testimonials: Vec<Testimonial>,
}

impl HomeSettings {
    /// The home page of a new library: without sample figures, there are no sample testimonials either.
    pub(super) fn of_new_library(figures: Figures) -> Self {
        let voices = match figures {
            Figures::Samples => Voices::Samples,
            Figures::Live | Figures::None => Voices::None,
        };
        HomeSettings {
            figures,
            voices,
            ..HomeSettings::default()
        }
    }
}

/// A testimonial as it was sent.
#[derive(Clone, Debug, Default)]
pub struct TestimonialForm {
    /// `text`
    pub text: Option<String>,
    /// `by`
    pub by: Option<String>,
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct HomeForm {
    /// `headline`
    pub headline: Option<String>,
    /// `lead`
    pub lead: Option<String>,
    /// `figures`
    pub figures: Option<String>,
    /// `voices`
    pub voices: Option<String>,
    /// `testimonials`
    pub testimonials: Vec<TestimonialForm>,
}

impl HomeForm {
    /// Validates the section.
    pub fn validate(self) -> Result<HomeSettings, FormErrors> {
        let mut errors = FormErrors::default();
        let headline = optional_line(
            self.headline.as_deref(),
            limit::HEADLINE,
            HEADLINE_TOO_LONG,
            NOT_ALLOWED,
        );
        let headline = errors.take("headline", headline).flatten();
        let lead = optional_line(self.lead.as_deref(), limit::LEAD, LEAD_TOO_LONG, NOT_ALLOWED);
        let lead = errors.take("lead", lead).flatten();
        let figures = errors.take("figures", Figures::named(self.figures.as_deref()));
        let voices = match self.voices.as_deref() {
            Some("samples") => Ok(Voices::Samples),
            Some("own") if self.testimonials.is_empty() => Err(VOICES_NEEDED),
            Some("own") => Ok(Voices::Own),
            Some("none") => Ok(Voices::None),
            _ => Err(VOICES_UNKNOWN),
        };
        let voices = errors.take("voices", voices);
        let testimonials = testimonials(&self.testimonials, &mut errors);
        match (figures, voices) {
            (Some(figures), Some(voices)) if errors.is_empty() => Ok(HomeSettings {
                headline,
                lead,
                figures,
                voices,
                testimonials,
            }),
            _ => Err(errors),
        }
    }
}

fn testimonials(forms: &[TestimonialForm], errors: &mut FormErrors) -> Vec<Testimonial> {
    if forms.len() > limit::TESTIMONIALS.max {
        errors.field("testimonials", VOICES_TOO_MANY);
        return Vec::new();
    }
    let mut testimonials = Vec::new();
    for (index, form) in forms.iter().enumerate() {
        let mut wrong = |part, message: &str| {
            errors.entry(EntryError::new("testimonials", index, part, message));
        };
        let text = required_line(
            form.text.as_deref(),
            limit::TESTIMONIAL,
            VOICE_REQUIRED,
            VOICE_TOO_LONG,
            NOT_ALLOWED,
        );
        let text = text.map_err(|message| wrong("text", message));
        let by = required_line(
            form.by.as_deref(),
            limit::SPEAKER,
            SPEAKER_REQUIRED,
            SPEAKER_TOO_LONG,
            NOT_ALLOWED,
        );
        let by = by.map_err(|message| wrong("by", message));
        if let (Ok(text), Ok(by)) = (text, by) {
            testimonials.push(Testimonial { text, by });
        }
    }
    testimonials
}
