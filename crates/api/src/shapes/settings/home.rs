//! The settings of the home page.

use carrel_domain::settings::{Figures, HomeForm, HomeSettings, TestimonialForm, Voices};
use carrel_operations::settings::{self, Versioned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shapes::words;

/// A testimonial about the library.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Testimonial)]
pub(crate) struct TestimonialShape {
    pub text: String,
    /// The name of the person quoted.
    pub by: String,
}

/// Current figures of the library.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = LiveFigures)]
pub(crate) struct LiveFiguresShape {
    pub books: u64,
    pub users: u64,
    /// The number of all borrowings so far.
    pub borrowed: u64,
}

/// The home page; null stands for the standard text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Home)]
pub(crate) struct HomeShape {
    pub headline: Option<String>,
    pub lead: Option<String>,
    #[schema(value_type = words::Figures)]
    pub figures: &'static str,
    /// The figures, when `figures` is `live`; at most a minute old.
    pub live: Option<LiveFiguresShape>,
    #[schema(value_type = words::Voices)]
    pub voices: &'static str,
    /// The testimonials, when `voices` is `own`.
    pub testimonials: Vec<TestimonialShape>,
}

impl From<settings::Home> for HomeShape {
    fn from(home: settings::Home) -> Self {
        let HomeSettings {
            headline,
            lead,
            figures,
            voices,
            testimonials,
        } = home.settings;
        HomeShape {
            headline,
            lead,
            figures: figures_word(figures),
            live: home.figures.map(|figures| LiveFiguresShape {
                books: figures.books,
                users: figures.users,
                borrowed: figures.borrowed,
            }),
            voices: voices_word(voices),
            testimonials: if voices == Voices::Own {
                testimonial_shapes(testimonials)
            } else {
                Vec::new()
            },
        }
    }
}

fn figures_word(figures: Figures) -> &'static str {
    match figures {
        Figures::Samples => "samples",
        Figures::Live => "live",
        Figures::None => "none",
    }
}

fn voices_word(voices: Voices) -> &'static str {
    match voices {
        Voices::Samples => "samples",
        Voices::Own => "own",
        Voices::None => "none",
    }
}

fn testimonial_shapes(testimonials: Vec<carrel_domain::settings::Testimonial>) -> Vec<TestimonialShape> {
    testimonials
        .into_iter()
        .map(|testimonial| TestimonialShape {
            text: testimonial.text,
            by: testimonial.by,
        })
        .collect()
}

/// The settings of the home page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HomeSettings)]
pub(crate) struct HomeSection {
    pub headline: Option<String>,
    pub lead: Option<String>,
    #[schema(value_type = words::Figures)]
    pub figures: &'static str,
    #[schema(value_type = words::Voices)]
    pub voices: &'static str,
    /// Stored even while they are not shown.
    pub testimonials: Vec<TestimonialShape>,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl From<Versioned<HomeSettings>> for HomeSection {
    fn from(shown: Versioned<HomeSettings>) -> Self {
        let home = shown.section;
        HomeSection {
            headline: home.headline,
            lead: home.lead,
            figures: figures_word(home.figures),
            voices: voices_word(home.voices),
            testimonials: testimonial_shapes(home.testimonials),
            version: shown.version,
        }
    }
}

/// A testimonial to store.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = TestimonialForm)]
pub(crate) struct TestimonialBody {
    #[schema(required, nullable = false)]
    text: Option<String>,
    #[schema(required, nullable = false)]
    by: Option<String>,
}

/// New settings of the home page; null or empty stands for the standard text.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = HomeSettingsForm)]
pub(crate) struct HomeBody {
    headline: Option<String>,
    lead: Option<String>,
    #[schema(required, nullable = false, value_type = words::Figures)]
    figures: Option<String>,
    #[schema(required, nullable = false, value_type = words::Voices)]
    voices: Option<String>,
    testimonials: Vec<TestimonialBody>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<HomeBody> for HomeForm {
    fn from(body: HomeBody) -> Self {
        let testimonials = body.testimonials.into_iter();
        HomeForm {
            headline: body.headline,
            lead: body.lead,
            figures: body.figures,
            voices: body.voices,
            testimonials: testimonials
                .map(|TestimonialBody { text, by }| TestimonialForm { text, by })
                .collect(),
        }
    }
}
