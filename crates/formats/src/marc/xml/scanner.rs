//! Finds the tags of an XML text, byte by byte, without keeping any of it.

/// The number of bytes of a tag's name that are compared. The names of MARCXML are shorter.
const MAX_NAME: usize = 32;

/// What a byte completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// The `<` that begins a tag or other markup.
    MarkupBegin,
    /// The `>` of a start tag.
    Start,
    /// The `>` of an end tag.
    End,
    /// The `>` of a tag such as `<record/>`.
    Empty,
    /// A `<` inside a tag, which XML forbids. It begins new markup.
    Broken,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    /// After `<`.
    Markup,
    /// In a tag, before the end of its name.
    Name,
    /// In a tag, after its name.
    Attributes,
    /// In an attribute value, until this quotation mark.
    Value(u8),
    /// After `<!`, with what follows so far.
    Declaration,
    Comment,
    Cdata,
    Instruction,
    /// In a document type declaration, with the number of open `<`.
    DocumentType(u32),
    /// In a quoted part of a document type declaration.
    DocumentTypeValue(u32, u8),
    DocumentTypeComment(u32),
}

/// The state between two bytes.
pub(super) struct Scanner {
    state: State,
    /// The local name of the tag.
    name: Vec<u8>,
    is_end_tag: bool,
    /// The last eight bytes, to recognize the begin and end of sections. The newest is the least significant.
    recent: u64,
}

impl Scanner {
    pub(super) fn new() -> Self {
        Self {
            state: State::Text,
            name: Vec::with_capacity(MAX_NAME),
            is_end_tag: false,
            recent: 0,
        }
    }

    /// The name of the last tag without its prefix.
    pub(super) fn name(&self) -> &[u8] {
        &self.name
    }

    /// Whether the next byte is text unless it is `<`.
    pub(super) fn is_in_text(&self) -> bool {
        self.state == State::Text
    }

    /// Reads a byte.
    pub(super) fn next(&mut self, byte: u8) -> Found {
        self.recent = self.recent << 8 | u64::from(byte);
        let mut found = Found::Nothing;
        self.state = match (self.state, byte) {
            (State::Text, b'<') => {
                found = Found::MarkupBegin;
                State::Markup
            }
            (State::Text, _) => State::Text,
            (State::Markup | State::Name | State::Attributes | State::Value(_), b'<') => {
                found = Found::Broken;
                State::Markup
            }
            (State::Markup, _) => self.begin_markup(byte),
            (State::Name | State::Attributes, b'>') => {
                found = self.end_tag();
                State::Text
            }
            (State::Name, _) => self.continue_name(byte),
            (State::Attributes, b'"' | b'\'') => State::Value(byte),
            (State::Value(quote), _) if byte == quote => State::Attributes,
            (State::Declaration, _) => self.continue_declaration(byte),
            (State::Comment, b'>') if self.ends_with(b"-->") => State::Text,
            (State::Cdata, b'>') if self.ends_with(b"]]>") => State::Text,
            (State::Instruction, b'>') if self.ends_with(b"?>") => State::Text,
            (State::DocumentType(open), _) => self.continue_document_type(open, byte),
            (State::DocumentTypeValue(open, quote), _) if byte == quote => State::DocumentType(open),
            (State::DocumentTypeComment(open), b'>') if self.ends_with(b"-->") => State::DocumentType(open),
            (other, _) => other,
        };
        found
    }

    fn begin_markup(&mut self, byte: u8) -> State {
        self.name.clear();
        self.is_end_tag = byte == b'/';
        match byte {
            b'/' => State::Name,
            b'!' => State::Declaration,
            b'?' => State::Instruction,
            b'>' => State::Text,
            _ => self.continue_name(byte),
        }
    }

    fn continue_name(&mut self, byte: u8) -> State {
        match byte {
            b':' => self.name.clear(),
            _ if byte == b'/' || byte.is_ascii_whitespace() => return State::Attributes,
            _ if self.name.len() < MAX_NAME => self.name.push(byte),
            _ => {}
        }
        State::Name
    }

    fn end_tag(&self) -> Found {
        if self.is_end_tag {
            Found::End
        } else if self.ends_with(b"/>") {
            Found::Empty
        } else {
            Found::Start
        }
    }

    fn continue_declaration(&mut self, byte: u8) -> State {
        if self.ends_with(b"<!--") {
            // `<!-->` is no comment: its end needs two more hyphens.
            self.recent = 0;
            return State::Comment;
        }
        if self.ends_with(b"![CDATA[") {
            return State::Cdata;
        }
        if self.ends_with(b"!DOCTYPE") {
            return State::DocumentType(1);
        }
        if byte == b'>' {
            return State::Text;
        }
        State::Declaration
    }

    fn continue_document_type(&mut self, open: u32, byte: u8) -> State {
        match byte {
            b'"' | b'\'' => State::DocumentTypeValue(open, byte),
            b'<' => State::DocumentType(open.saturating_add(1)),
            b'>' if open <= 1 => State::Text,
            b'>' => State::DocumentType(open - 1),
            b'-' if self.ends_with(b"<!--") => {
                self.recent = 0;
                State::DocumentTypeComment(open - 1)
            }
            _ => State::DocumentType(open),
        }
    }

    fn ends_with(&self, bytes: &[u8]) -> bool {
        self.recent.to_be_bytes().ends_with(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Scanner};

    fn shown(text: &str) -> String {
        let mut scanner = Scanner::new();
        let mut shown = Vec::new();
        for byte in text.bytes() {
            let sign = match scanner.next(byte) {
                Found::Nothing | Found::MarkupBegin => continue,
                Found::Broken => {
                    shown.push("?".to_owned());
                    continue;
                }
                Found::Start => "+",
                Found::End => "-",
                Found::Empty => "=",
            };
            shown.push(format!("{sign}{}", String::from_utf8_lossy(scanner.name())));
        }
        shown.join(" ")
    }

    #[test]
    fn finds_tags() {
        for (text, expected) in [
            ("<a>text</a>", "+a -a"),
            ("<m:a x=\"1\">t</m:a >", "+a -a"),
            ("<a/><b c='>'/>", "=a =b"),
            ("<a><!-- </a> --></a>", "+a -a"),
            ("<a><!----><b/><!---> </a> --></a>", "+a =b -a"),
            ("<a><![CDATA[</a>]]]></a>", "+a -a"),
            ("<?x </a> ?><a>", "+a"),
            ("<!DOCTYPE a><a>", "+a"),
            ("<!DOCTYPE a [<!ENTITY b \"<c>'>\"> <!-- ' > --> ]><a>", "+a"),
            ("<!DOCTYPE a [<!ENTITY b '\">'> <!ELEMENT c (d)>]><a>", "+a"),
            ("<a b=\"1><c></c>", "? +c -c"),
            ("<a <b>", "? +b"),
            ("a > b <> <a>", "+a"),
            ("<!x><a>", "+a"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_a_part_of_long_names_only() {
        let long = "n".repeat(1000);
        assert_eq!(shown(&format!("<{long}>")), format!("+{}", "n".repeat(32)));
    }
}
