use carrel_domain::settings::{Figures, HomeForm, HomeSettings, Testimonial, TestimonialForm, Voices};

use super::{errors, expected, text};

fn form() -> HomeForm {
    HomeForm {
        figures: text("samples"),
        voices: text("samples"),
        ..HomeForm::default()
    }
}

fn testimonial(words: &str, by: &str) -> TestimonialForm {
    TestimonialForm {
        text: text(words),
        by: text(by),
    }
}

#[test]
fn the_texts_of_the_home_page_are_trimmed_and_an_empty_one_restores_the_standard() {
    let home = HomeForm {
        headline: text(" Read more "),
        lead: text(" "),
        voices: text("own"),
        testimonials: vec![testimonial(" A quiet place. ", " Ada ")],
        ..form()
    };
    let wanted = HomeSettings {
        headline: text("Read more"),
        lead: None,
        figures: Figures::Samples,
        voices: Voices::Own,
        testimonials: vec![Testimonial {
            text: "A quiet place.".to_owned(),
            by: "Ada".to_owned(),
        }],
    };
    assert_eq!(home.validate(), Ok(wanted));
}

#[test]
fn figures_and_testimonials_are_chosen_by_name() {
    for (name, figures) in [
        ("samples", Figures::Samples),
        ("live", Figures::Live),
        ("none", Figures::None),
    ] {
        let home = HomeForm {
            figures: text(name),
            ..form()
        };
        assert_eq!(home.validate().map(|home| home.figures), Ok(figures), "{name}");
    }
    for (name, voices) in [
        ("samples", Voices::Samples),
        ("own", Voices::Own),
        ("none", Voices::None),
    ] {
        let home = HomeForm {
            voices: text(name),
            testimonials: vec![testimonial("A quiet place.", "Ada")],
            ..form()
        };
        let home = home.validate().expect("a valid form");
        // Testimonials that are not shown now are not lost.
        assert_eq!((home.voices, home.testimonials.len()), (voices, 1), "{name}");
    }
    for name in [None, text(""), text("Live"), text("own")] {
        let home = HomeForm {
            figures: name,
            ..form()
        };
        assert_eq!(
            errors(home.validate()),
            expected([("figures", "The figures must be one of: samples, live, none")])
        );
    }
    for name in [None, text(""), text("Own"), text("live")] {
        let home = HomeForm {
            voices: name,
            ..form()
        };
        assert_eq!(
            errors(home.validate()),
            expected([("voices", "The testimonials must be one of: samples, own, none")])
        );
    }
}

#[test]
fn own_testimonials_need_at_least_one_and_at_most_six() {
    let with = |count| HomeForm {
        voices: text("own"),
        testimonials: vec![testimonial("A quiet place.", "Ada"); count],
        ..form()
    };
    assert_eq!(
        errors(with(0).validate()),
        expected([("voices", "Please add at least one testimonial, or show none")])
    );
    for count in [1, 6] {
        let home = with(count).validate().expect("a valid form");
        assert_eq!(home.testimonials.len(), count);
    }
    assert_eq!(
        errors(with(7).validate()),
        expected([("testimonials", "There cannot be more than 6 testimonials")])
    );
}

#[test]
fn invalid_texts_of_the_home_page_are_reported_by_field() {
    let long = |characters: usize| "é".repeat(characters);
    let home = HomeForm {
        headline: text(&long(101)),
        lead: text("two\nlines"),
        testimonials: vec![
            testimonial("A quiet place.", "Ada"),
            testimonial(" ", &long(81)),
            testimonial(&long(301), "A\tB"),
        ],
        ..form()
    };
    assert_eq!(
        errors(home.validate()),
        expected([
            ("headline", "The headline cannot exceed 100 characters"),
            ("lead", "The text contains characters that are not allowed"),
            ("testimonials.1.text", "Please write what was said"),
            ("testimonials.1.by", "The name cannot exceed 80 characters"),
            (
                "testimonials.2.text",
                "A testimonial cannot exceed 300 characters"
            ),
            (
                "testimonials.2.by",
                "The text contains characters that are not allowed"
            ),
        ])
    );
    let at_the_limits = HomeForm {
        headline: text(&long(100)),
        lead: text(&long(300)),
        testimonials: vec![testimonial(&long(300), &long(80))],
        ..form()
    };
    assert!(at_the_limits.validate().is_ok());
}
