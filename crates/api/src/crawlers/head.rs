//! The head of a page of an open catalogue, which the server sends with the page: title, description, the address that counts,
//! Open Graph, and structured data.

use std::fmt::Write as _;

use axum::http::StatusCode;
use axum::http::request::Parts;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::language::Language;
use carrel_domain::markup::escaped;
use carrel_operations::{Context, Error, Settings, circulation};

use super::structured;
use crate::address::address;
use crate::state::Api;

/// The maximum length of a description, in characters; search engines show less.
const LONGEST_DESCRIPTION: usize = 300;

/// The head of a page.
#[derive(Debug)]
pub struct PageHead {
    /// 404 for an unknown book, 429 for an address with too many calls.
    pub status: StatusCode,
    /// After how many seconds a refused address may try again.
    pub retry_after_seconds: Option<u32>,
    /// Elements of `<head>`, from the title on; empty when there are none besides those of every page.
    pub elements: String,
    /// What the page shows where no script runs; elements of `<body>`.
    pub without_script: String,
    /// The code of the language of the texts.
    pub language: &'static str,
}

/// Admits a visitor who opens a page or a file: the same limits apply as to the calls of the API.
pub(super) async fn admit(api: &Api, parts: &Parts) -> Result<Context, Error> {
    let mut context = Context::without_actor(api.clock.now(), api.entropy.seed());
    let address = address(&parts.headers, &parts.extensions, api.trust_forwarded).text();
    context.visitor = Some(api.library.admit_visitor(&address, context.now).await?);
    Ok(context)
}

/// The head of the page at an address; `None` when the address is not one of an open catalogue, so that the page is the same
/// as that of every screen.
pub async fn head_of(api: &Api, parts: &Parts) -> Option<PageHead> {
    let path = parts.uri.path().trim_end_matches('/');
    let settings = api.library.shown_settings();
    let is_open = settings.catalogue.open_to_visitors && !settings.awaits_setup;
    let rest = path.strip_prefix("/books").filter(|_| is_open)?;
    let page = Page {
        settings: &settings,
        site: settings.catalogue.site_address.as_deref(),
    };
    if rest.is_empty() {
        return Some(page.catalogue(parts.uri.query().is_some()));
    }
    let id = rest.strip_prefix('/').filter(|id| !id.contains('/'))?;
    let Ok(id) = id.parse::<BookId>() else {
        return Some(page.refused(StatusCode::NOT_FOUND, None));
    };
    let detail = match admit(api, parts).await {
        Ok(context) => circulation::detail(&api.library, &context, id, false).await,
        Err(error) => Err(error),
    };
    match detail {
        Ok(detail) => Some(page.book(&detail.book)),
        Err(Error::NotFound(_)) => Some(page.refused(StatusCode::NOT_FOUND, None)),
        Err(Error::Throttled { retry_after_seconds }) => {
            Some(page.refused(StatusCode::TOO_MANY_REQUESTS, Some(retry_after_seconds)))
        }
        // The web app says what is wrong.
        Err(_) => None,
    }
}

struct Page<'a> {
    settings: &'a Settings,
    site: Option<&'a str>,
}

/// The texts of a page in the library's language.
struct Words {
    books: &'static str,
    search: &'static str,
    all: &'static str,
}

impl Page<'_> {
    fn words(&self) -> Words {
        match self.settings.language {
            Language::German => Words {
                books: "Bücher",
                search: "Bücher suchen und sehen, welche verfügbar sind.",
                all: "Alle Bücher",
            },
            Language::English => Words {
                books: "Books",
                search: "Search the books and see which are available.",
                all: "All books",
            },
        }
    }

    fn language(&self) -> &'static str {
        Language::as_str(self.settings.language)
    }

    fn refused(&self, status: StatusCode, retry_after_seconds: Option<u32>) -> PageHead {
        PageHead {
            status,
            retry_after_seconds,
            elements: String::new(),
            without_script: String::new(),
            language: self.language(),
        }
    }

    /// The list of books. A search or a page of it is no page of its own for search engines.
    fn catalogue(&self, has_query: bool) -> PageHead {
        let words = self.words();
        let name = &self.settings.name;
        let description = format!("{name}: {}", words.search);
        let mut elements = self.elements("website", words.books, &description, "/books", has_query);
        if let Some(site) = self.site {
            elements.push_str(&structured::script(&structured::catalogue(name, site)));
        }
        PageHead {
            status: StatusCode::OK,
            retry_after_seconds: None,
            elements,
            without_script: format!("<h1>{}</h1><p>{}</p>", words.books, escaped(&description)),
            language: self.language(),
        }
    }

    fn book(&self, book: &Book) -> PageHead {
        let record = &book.record;
        let path = format!("/books/{}", book.id);
        let name = &self.settings.name;
        let by = format!("{} – {}", record.title, record.author);
        let description = if record.description.is_empty() {
            format!("{by} · {} · {name}", record.category)
        } else {
            shortened(&record.description, LONGEST_DESCRIPTION)
        };
        let mut elements = self.elements("book", &by, &description, &path, false);
        // Writing to a String cannot fail.
        let _ = write!(
            elements,
            "<meta property=\"book:author\" content=\"{}\">",
            escaped(&record.author)
        );
        if let Some(isbn) = &record.isbn {
            let _ = write!(
                elements,
                "<meta property=\"book:isbn\" content=\"{}\">",
                escaped(isbn)
            );
        }
        let image = self.image(record.cover_image.as_deref());
        if let Some(image) = &image {
            let _ = write!(
                elements,
                "<meta property=\"og:image\" content=\"{}\">",
                escaped(image)
            );
        }
        let url = format!("{}{path}", self.site.unwrap_or_default());
        elements.push_str(&structured::script(&structured::book(
            book,
            name,
            &url,
            image.as_deref(),
        )));
        PageHead {
            status: StatusCode::OK,
            retry_after_seconds: None,
            elements,
            without_script: format!(
                "<h1>{}</h1><p>{}</p><p>{}</p><p>{} / {}</p><p><a href=\"/books\">{}</a></p>",
                escaped(&record.title),
                escaped(&record.author),
                escaped(&record.description),
                book.available_copies,
                book.total_copies,
                self.words().all
            ),
            language: self.language(),
        }
    }

    /// The absolute address of a cover that browsers may load.
    fn image(&self, cover: Option<&str>) -> Option<String> {
        let cover = cover?;
        if cover.starts_with('/') {
            return self.site.map(|site| format!("{site}{cover}"));
        }
        let shows_others = self.settings.privacy.covers_from_other_sites;
        shows_others.then(|| cover.to_owned())
    }

    /// The elements of every page of the catalogue. Without a known address of the site, the address that counts is a path.
    fn elements(&self, kind: &str, title: &str, description: &str, path: &str, is_variant: bool) -> String {
        let name = escaped(&self.settings.name);
        let (title, description) = (escaped(title), escaped(description));
        let url = escaped(&format!("{}{path}", self.site.unwrap_or_default()));
        let mut elements = format!(
            "<title>{title} · {name}</title><meta name=\"description\" content=\"{description}\">\
             <link rel=\"canonical\" href=\"{url}\"><meta property=\"og:type\" content=\"{kind}\">\
             <meta property=\"og:title\" content=\"{title}\"><meta property=\"og:site_name\" content=\"{name}\">\
             <meta property=\"og:description\" content=\"{description}\"><meta name=\"twitter:card\" content=\"summary\">"
        );
        if self.site.is_some() {
            let _ = write!(elements, "<meta property=\"og:url\" content=\"{url}\">");
        }
        if is_variant || !self.settings.catalogue.indexed {
            elements.push_str("<meta name=\"robots\" content=\"noindex\">");
        }
        elements
    }
}

/// A text on one line, cut to at most `most` characters at a word.
fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((cut, _)) = line.char_indices().nth(most) else {
        return line;
    };
    let part = &line[..cut];
    let end = part.rfind(' ').unwrap_or(cut);
    format!("{}…", &part[..end])
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_text_is_cut_at_a_word() {
        for (text, most, short) in [
            ("A short one", 20, "A short one"),
            ("Two\n lines  here", 20, "Two lines here"),
            ("A longer sentence", 10, "A longer…"),
            ("Wörterbücher", 5, "Wörte…"),
        ] {
            assert_eq!(shortened(text, most), short);
        }
    }
}
