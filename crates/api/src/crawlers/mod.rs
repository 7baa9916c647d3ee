//! What programs read that run no script, such as search engines: `robots.txt`, the sitemap, and the head of the pages of an
//! open catalogue.

mod files;
mod head;
mod robots;
mod sitemap;
mod structured;

use axum::Router;
use axum::routing::get;

pub use head::{PageHead, head_of};

use crate::state::Api;

/// `/robots.txt` and the sitemap.
pub fn crawler_routes(api: Api) -> Router {
    Router::new()
        .route("/robots.txt", get(robots::show))
        .route("/sitemap.xml", get(sitemap::show))
        .route("/sitemaps/{file}", get(sitemap::show_file))
        .with_state(api)
}
