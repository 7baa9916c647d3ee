//! The limits of form fields.
//!
//! Each limit is declared once, beside the validator of its field. The API document is generated from it, and the web
//! app's checks from the document, so the three cannot differ.

/// The form of a text: a regular expression (ECMA-262 with the `u` flag) for the text as it was sent, and the
/// name of a format for conditions that no regular expression can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The regular expression.
    pub pattern: Option<&'static str>,
    /// The format, such as `email`.
    pub format: Option<&'static str>,
}

/// The limits of a text. Characters are Unicode scalar values, surrounding white space included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// The minimum number of characters.
    pub min: usize,
    /// The maximum number of characters.
    pub max: usize,
    /// The form of the text.
    pub form: Form,
}

/// The limits of a whole number, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The minimum.
    pub min: i64,
    /// The maximum.
    pub max: i64,
}

/// The limits of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// The minimum number of entries.
    pub min: usize,
    /// The maximum number of entries.
    pub max: usize,
    /// Whether duplicate entries are forbidden.
    pub unique: bool,
}

/// The limit of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A text.
    Text(Text),
    /// A whole number.
    Whole(Whole),
    /// A list.
    List(List),
    /// A list of texts, and each of its texts.
    Texts(List, Text),
    /// A number above zero.
    Positive,
    /// Only `true`.
    True,
}

/// The characters that a single line must not have: controls, line separators and paragraph separators.
macro_rules! controls {
    () => {
        r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
    };
}

/// White space, controls and invisible characters ([`crate::invisible`]). Those above U+FFFF are missing: not all
/// programs read them in a pattern.
macro_rules! unseen {
    () => {
        concat!(
            r"\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f",
            r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb",
            controls!()
        )
    };
}

/// A letter or a digit of any script.
macro_rules! alphanumeric {
    () => {
        r"\p{Alphabetic}\p{N}"
    };
}

/// A name of up to 64 characters, `@`, and labels of up to 63 characters; the last label has not only digits.
macro_rules! email_address {
    () => {
        concat!(
            "(?=[^@]{1,64}@)[",
            alphanumeric!(),
            r"!#$%&'*+\-/=?^_`{|}~]+(\.[",
            alphanumeric!(),
            r"!#$%&'*+\-/=?^_`{|}~]+)*@([",
            alphanumeric!(),
            "]([",
            alphanumeric!(),
            r"\-]{0,61}[",
            alphanumeric!(),
            r"])?\.)+(?![0-9]+\s*$)[",
            alphanumeric!(),
            "][",
            alphanumeric!(),
            r"\-]{0,61}[",
            alphanumeric!(),
            "]"
        )
    };
}

impl Form {
    const fn matching(pattern: &'static str) -> Form {
        Form {
            pattern: Some(pattern),
            format: None,
        }
    }

    const fn known_as(self, format: &'static str) -> Form {
        Form {
            format: Some(format),
            ..self
        }
    }

    /// Any text.
    pub const ANY: Form = Form {
        pattern: None,
        format: None,
    };
    /// One line, or empty.
    pub const LINE: Form = Form::matching(concat!("^[^", controls!(), "]*$"));
    /// One line with at least one character that can be seen.
    pub const FILLED_LINE: Form = Form::matching(concat!(
        "^[^",
        controls!(),
        "]*[^",
        unseen!(),
        "][^",
        controls!(),
        "]*$"
    ));
    /// One line with at least one character that can be seen, and two that are not white space.
    pub const NAME: Form = Form::matching(concat!(
        "^(?=.*[^",
        unseen!(),
        "])[^",
        controls!(),
        r"]*[^\s",
        controls!(),
        "][^",
        controls!(),
        r"]*[^\s",
        controls!(),
        "][^",
        controls!(),
        "]*$"
    ));
    /// Lines of plain text: no control characters except line ends and tabs.
    pub const LINES: Form = Form::matching(r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$");
    /// Lines of plain text with at least one character that can be seen.
    pub const FILLED_LINES: Form = Form::matching(concat!(
        r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*[^",
        unseen!(),
        r"][^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$"
    ));
    /// An optional plus, a digit from 1 to 9, then up to 15 more digits; or empty.
    pub const PHONE: Form = Form::matching(r"^\s*(\+?[1-9][0-9]{0,15})?\s*$");
    /// An e-mail address: `name@host.tld`.
    pub const EMAIL: Form = Form::matching(concat!(r"^\s*", email_address!(), r"\s*$")).known_as("idn-email");
    /// An e-mail address, or empty.
    pub const OPTIONAL_EMAIL: Form =
        Form::matching(concat!(r"^\s*(", email_address!(), r")?\s*$")).known_as("idn-email");
    /// A new password: on one line, with an uppercase letter, a lowercase letter and a digit.
    pub const NEW_PASSWORD: Form = Form::matching(concat!(
        r"^(?=.*\p{Uppercase})(?=.*\p{Lowercase})(?=.*[0-9])[^",
        controls!(),
        "]*$"
    ))
    .known_as("new-password");
    /// An ISBN of 10 or 13 digits with its check digit, with or without hyphens and spaces; or empty.
    pub const ISBN: Form = Form::matching(concat!(
        r"^[\s\-\u2010-\u2015\u2212]*((97[\s\-\u2010-\u2015\u2212]*[89][\s\-\u2010-\u2015\u2212]*)",
        r"([0-9][\s\-\u2010-\u2015\u2212]*){10}|([0-9][\s\-\u2010-\u2015\u2212]*){9}[0-9Xx][\s\-\u2010-\u2015\u2212]*)?$"
    ))
    .known_as("isbn");
    /// A day such as `2026-12-24`.
    pub const DATE: Form = Form::matching(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$").known_as("date");
    /// An https address, or a path on this site; or empty.
    pub const IMAGE_ADDRESS: Form =
        Form::matching(r"^\s*(https://[A-Za-z0-9\[][!#-&(-;=?-\]_a-z~]*|/(?!/)[!#-&(-;=?-\]_a-z~]*)?\s*$")
            .known_as("image-address");
    /// An `http` or `https` address without spaces and quotes.
    pub const WEB_ADDRESS: Form = Form::matching(concat!(
        r"^\s*[Hh][Tt][Tt][Pp][Ss]?://[^\s/",
        controls!(),
        r##"<>"\\][^\s"##,
        controls!(),
        r##"<>"\\]*\s*$"##
    ));
    /// The https address of a webhook; http is allowed for the server's own machine only.
    pub const WEBHOOK_ADDRESS: Form =
        Form::matching(r"^\s*[Hh][Tt][Tt][Pp][Ss]?:").known_as("webhook-address");
    /// The public address of this site, without `?` and `#`.
    pub const SITE_ADDRESS: Form = Form::matching(concat!(
        r"^\s*https?://[",
        alphanumeric!(),
        r"\[][^\s",
        controls!(),
        r##"?#@\\"<>]*\s*$"##
    ))
    .known_as("site-address");
    /// A host name or an IP address.
    pub const HOST: Form = Form::matching(concat!(
        r"^\s*([",
        alphanumeric!(),
        r"_\-]+(\.[",
        alphanumeric!(),
        r"_\-]+)*|[0-9A-Fa-f:.]+)\s*$"
    ))
    .known_as("mail-host");
    /// The IANA name of a time zone, such as `Europe/Berlin`.
    pub const TIME_ZONE: Form = Form::ANY.known_as("iana-time-zone");
}

impl Text {
    /// A text that may be empty.
    pub const fn up_to(max: usize, form: Form) -> Text {
        Text { min: 0, max, form }
    }

    /// A text of at least `min` characters.
    pub const fn of(min: usize, max: usize, form: Form) -> Text {
        Text { min, max, form }
    }
}

impl Whole {
    /// From `min` to `max`.
    pub const fn of(min: i64, max: i64) -> Whole {
        Whole { min, max }
    }

    /// Whether a number is within the limits.
    pub fn holds(self, number: i64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

impl List {
    /// Up to `max` entries.
    pub const fn up_to(max: usize) -> List {
        List {
            min: 0,
            max,
            unique: false,
        }
    }

    /// At least one entry, and up to `max`.
    pub const fn filled(max: usize) -> List {
        List {
            min: 1,
            ..List::up_to(max)
        }
    }

    /// The same limit without duplicate entries.
    #[must_use]
    pub const fn unique(self) -> List {
        List { unique: true, ..self }
    }
}
