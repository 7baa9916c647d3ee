//! A cover that is uploaded to a running library.

use std::path::Path;

use serde_json::Value;

use super::Server;

/// An uploaded cover of a book.
pub struct Cover {
    pub address: String,
    pub file: Vec<u8>,
}

/// Uploads a cover to a book of a library.
pub async fn upload(folder: &Path) -> Cover {
    const GIF: &[u8] =
        b"GIF89a\x02\0\x02\0\x80\0\0\xff\0\0\xff\xff\xff,\0\0\0\0\x02\0\x02\0\0\x02\x02\x84Q\0;";
    let server = Server::start(folder, &[]);
    let (_, session) = server.sign_in("desk@library.example", "Herons123").await;
    let token = session["token"].as_str().expect("the server answers");
    let client = reqwest::Client::new();
    let books = client.get(format!("{}/api/books?limit=1", server.address));
    let books: Value = books
        .bearer_auth(token)
        .send()
        .await
        .expect("the server answers")
        .json()
        .await
        .expect("the server answers");
    let id = books["data"][0]["_id"].as_str().expect("the server answers");
    let upload = client.put(format!("{}/api/books/{id}/cover", server.address));
    let upload = upload
        .bearer_auth(token)
        .header("content-type", "image/gif")
        .body(GIF);
    let saved: Value = upload
        .send()
        .await
        .expect("the server answers")
        .json()
        .await
        .expect("the server answers");
    let address = saved["data"]["coverImage"]
        .as_str()
        .expect("an address")
        .to_owned();
    let file = reqwest::get(format!("{}{address}", server.address))
        .await
        .expect("the server answers");
    assert_eq!(file.headers()["content-type"], "image/jpeg");
    let file = file.bytes().await.expect("the server answers").to_vec();
    assert_eq!(server.stop(), 0);
    Cover { address, file }
}

impl Cover {
    /// Asserts that a server has it.
    pub async fn expect_at(&self, server: &Server) {
        let file = reqwest::get(format!("{}{}", server.address, self.address))
            .await
            .expect("the server answers");
        assert_eq!(file.bytes().await.expect("the server answers"), self.file);
    }
}
