use axum::extract::State;
use axum::response::Response;
use carrel_operations::catalogue;

use super::files::text;
use crate::state::Api;

/// What search engines may read while they may list the catalogue: the public pages and the calls behind them. The longest
/// match decides.
const OPEN: &str = "User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: /dashboard
Disallow: /favorites
Disallow: /saved-searches
Disallow: /feed
Disallow: /my-borrowings
Disallow: /my-history
Disallow: /profile
Disallow: /login
Disallow: /register
Disallow: /forgot-password
Disallow: /reset-password
Disallow: /confirm-registration
Disallow: /confirm-email
Disallow: /undo-email-change
Disallow: /setup
Disallow: /books?
Allow: /api/books
Allow: /api/home
Allow: /api/library
Allow: /api/pages
";

const CLOSED: &str = "User-agent: *\nDisallow: /\n";

/// `/robots.txt`.
pub(super) async fn show(State(api): State<Api>) -> Response {
    let body = match catalogue::indexed_site(&api.library) {
        Ok(site) => format!("{OPEN}\nSitemap: {site}/sitemap.xml\n"),
        Err(_) => CLOSED.to_owned(),
    };
    text("text/plain; charset=utf-8", body)
}
