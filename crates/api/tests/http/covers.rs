//! Uploaded covers of books.

use std::io::{Cursor, Read as _, Write as _};
use std::net::TcpStream;

use carrel_domain::catalogue::book::BookId;
use carrel_testkit::{Answer, Identity, MINUTE, Server, TestDatabase, on_both_engines};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

pub(super) const RED: [u8; 3] = [200, 30, 30];
const BLUE: [u8; 3] = [30, 30, 200];

pub(super) fn picture(colour: [u8; 3], width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    RgbImage::from_pixel(width, height, Rgb(colour))
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .expect("a picture is written");
    bytes
}

fn path(id: BookId) -> String {
    format!("/api/books/{id}/cover")
}

async fn upload(server: &Server, person: &Identity, id: BookId, file: impl Into<Vec<u8>>) -> Answer {
    let request = server.put(&path(id)).as_(person);
    request.body("image/png", file).await
}

async fn shown(server: &Server, person: &Identity, id: BookId) -> Value {
    let answer = server.get(&format!("/api/books/{id}")).as_(person).await;
    answer.expect(200).clone()
}

fn address(book: &Value) -> String {
    book["coverImage"].as_str().expect("an address").to_owned()
}

async fn covers(server: &Server) -> i64 {
    server.database().integer("SELECT count(*) FROM covers").await
}

/// The size of an uploaded cover, which everybody may load.
async fn size(server: &Server, address: &str) -> (u32, u32) {
    let answer = server.get(address).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("image/jpeg"));
    let cached = "public, max-age=31536000, immutable";
    assert_eq!(answer.header("cache-control"), Some(cached));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    let image = image::load_from_memory_with_format(&answer.body, ImageFormat::Jpeg).expect("a JPEG file");
    (image.width(), image.height())
}

on_both_engines!(a_cover_is_uploaded_replaced_and_removed);
async fn a_cover_is_uploaded_replaced_and_removed(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let book = server.book().await;
    let saved = upload(&server, &ada, book.id, picture(RED, 800, 1200)).await;
    let first = address(saved.expect(200));
    assert!(first.starts_with("/covers/") && first.len() == 40, "{first}");
    assert_eq!(saved.json["message"], "Cover saved");
    assert_eq!(shown(&server, &ada, book.id).await["coverImage"], json!(first));
    for (width, wanted) in [
        ("", (640, 960)),
        ("?width=160", (160, 240)),
        ("?width=320", (320, 480)),
        ("?width=640", (640, 960)),
    ] {
        assert_eq!(size(&server, &format!("{first}{width}")).await, wanted, "{width}");
    }
    let odd = server.get(&format!("{first}?width=100")).await;
    assert_eq!(odd.errors(), [("width", "width must be one of: 160, 320, 640")]);

    let saved = upload(&server, &ada, book.id, picture(BLUE, 100, 150)).await;
    let second = address(saved.expect(200));
    assert_ne!(first, second);
    assert_eq!(size(&server, &second).await, (100, 150));
    let gone = server.get(&first).await;
    assert_eq!(gone.failure(), (404, "cover_not_found", "Cover not found"));
    assert_eq!(covers(&server).await, 1);

    // Another book with the same picture has the same address, and keeps it.
    let other = server.book().await;
    let same = upload(&server, &ada, other.id, picture(BLUE, 100, 150)).await;
    assert_eq!(address(same.expect(200)), second);
    let removed = server.delete(&path(book.id)).as_(&ada).await;
    assert_eq!(removed.expect(200)["coverImage"], Value::Null);
    assert_eq!(size(&server, &second).await, (100, 150));
    assert_eq!(covers(&server).await, 1);
    let log = server.get("/api/admin/audit?limit=20").as_(&ada).await;
    let entries = log.list().iter();
    let actions: Vec<(&str, &Value, &Value)> = entries
        .filter(|entry| entry["book"]["_id"] == json!(book.id))
        .map(|entry| {
            (
                entry["action"].as_str().unwrap_or_default(),
                &entry["before"],
                &entry["after"],
            )
        })
        .filter(|(action, ..)| action.starts_with("book.cover"))
        .collect();
    let state = |address: Option<&str>| json!({ "coverImage": address });
    assert_eq!(
        actions,
        [
            ("book.cover_removed", &state(Some(&second)), &state(None)),
            ("book.cover_set", &state(Some(&first)), &state(Some(&second))),
            ("book.cover_set", &state(None), &state(Some(&first))),
        ]
    );
    // Nothing is left to remove, and nothing is recorded.
    server.delete(&path(book.id)).as_(&ada).await.expect(200);
    let entries = "SELECT count(*) FROM audit WHERE action = 'book.cover_removed'";
    assert_eq!(server.database().integer(entries).await, 1);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(what_is_no_picture_within_the_limits_is_refused);
async fn what_is_no_picture_within_the_limits_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let book = server.book().await;
    let whole = picture(RED, 60, 90);
    let mut bomb = whole.clone();
    bomb[16..24].copy_from_slice(&[0, 0, 0x2e, 0xe1, 0, 0, 0, 1]);
    // The checksum of this head.
    let sum = crc(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    let none = "This file is no picture that can be read. Please choose a JPEG, PNG, WebP or GIF file";
    let pixels = "This picture has too many pixels. It can have 50 megapixels, and 12000 pixels on each side";
    let damaged = "This picture is damaged or incomplete. Please save it again, or choose another file";
    for (file, message) in [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), none),
        (Vec::new(), none),
        (whole[..whole.len() / 2].to_vec(), damaged),
        (bomb, pixels),
    ] {
        let refused = upload(&server, &ada, book.id, file).await;
        assert_eq!(refused.errors(), [("cover", message)]);
        assert_eq!(refused.status, 422);
    }
    // The content type must be that of an image.
    for kind in ["application/octet-stream", "text/html", "image"] {
        let sent = server
            .put(&path(book.id))
            .as_(&ada)
            .body(kind, whole.clone())
            .await;
        assert_eq!(sent.errors(), [("cover", none)], "{kind}");
    }
    let mut large = whole.clone();
    large.resize(10 * 1024 * 1024, 0);
    upload(&server, &ada, book.id, large.clone()).await.expect(200);
    large.push(0);
    let refused = upload(&server, &ada, book.id, large).await;
    assert_eq!(
        refused.failure(),
        (413, "too_large", "The picture is larger than 10 MiB")
    );
    let nowhere = upload(&server, &ada, BookId::new(987_654), whole.clone()).await;
    assert_eq!(nowhere.failure().1, "book_not_found");
    for person in [server.student().await] {
        assert_eq!(upload(&server, &person, book.id, whole.clone()).await.status, 403);
        assert_eq!(server.delete(&path(book.id)).as_(&person).await.status, 403);
    }
    let nobody = server.put(&path(book.id)).body("image/png", whole).await;
    assert_eq!(nobody.status, 401);
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

on_both_engines!(a_body_of_unknown_length_is_limited);
async fn a_body_of_unknown_length_is_limited(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let book = server.book().await;
    for chunks in [2_600, 12_000] {
        let (address, token, path) = (server.address(), ada.token.clone(), path(book.id));
        let answered = tokio::task::spawn_blocking(move || {
            let mut stream = TcpStream::connect(address).expect("it listens");
            let head = format!(
                "PUT {path} HTTP/1.1\r\nHost: library.example\r\nAuthorization: Bearer {token}\r\n\
                 Content-Type: image/png\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).expect("the head is sent");
            let chunk = [b"1000\r\n".as_slice(), &[0; 4_096], b"\r\n"].concat();
            for _ in 0..chunks {
                // The server may answer, and close the connection, before it has received all of this.
                if stream.write_all(&chunk).is_err() {
                    break;
                }
            }
            drop(stream.write_all(b"0\r\n\r\n"));
            let mut answer = Vec::new();
            // What was answered is read even if the connection is reset afterwards.
            drop(stream.read_to_end(&mut answer));
            String::from_utf8_lossy(&answer).into_owned()
        });
        let answered = answered.await.expect("the sender ends");
        assert!(answered.starts_with("HTTP/1.1 413 "), "{answered:?}");
    }
    assert_eq!(covers(&server).await, 0);
}

on_both_engines!(a_cover_that_others_have_changed_is_not_replaced);
async fn a_cover_that_others_have_changed_is_not_replaced(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let book = server.book().await;
    let seen = shown(&server, &ada, book.id).await["updatedAt"].clone();
    let seen = seen.as_str().expect("an instant");
    let based = format!("{}?updatedAt={seen}", path(book.id));
    server.clock.advance(MINUTE);
    // Another field of the record has changed: that is no conflict.
    let form = json!({ "pages": 12 });
    let book_path = format!("/api/books/{}", book.id);
    server.put(&book_path).as_(&ada).json(&form).await.expect(200);
    let put = |colour| {
        server
            .put(&based)
            .as_(&ada)
            .body("image/png", picture(colour, 60, 90))
    };
    let saved = put(RED).await;
    let cover = address(saved.expect(200));
    server.clock.advance(MINUTE);
    for refused in [put(BLUE).await, server.delete(&based).as_(&ada).await] {
        assert_eq!(refused.failure().1, "book_changed");
        let message = format!("Someone else changed this to “{cover}” in the meantime");
        assert_eq!(refused.errors(), [("coverImage", message.as_str())]);
    }
    // The same cover is no conflict.
    put(RED).await.expect(200);
    let bad = server
        .delete(&format!("{}?updatedAt=now", path(book.id)))
        .as_(&ada);
    assert_eq!(bad.await.errors()[0].0, "updatedAt");
}

on_both_engines!(an_uploaded_cover_follows_its_book);
async fn an_uploaded_cover_follows_its_book(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let book = server.book().await;
    let saved = upload(&server, &ada, book.id, picture(RED, 60, 90)).await;
    let cover = address(saved.expect(200));
    let book_path = format!("/api/books/{}", book.id);
    // The address can be sent back, and not given to another book.
    let same = json!({ "coverImage": cover, "pages": 3 });
    server.put(&book_path).as_(&ada).json(&same).await.expect(200);
    let other = server.book().await;
    let refused = server.put(&format!("/api/books/{}", other.id)).as_(&ada);
    let message =
        "The address of an uploaded cover cannot be entered. Please upload the picture to this book";
    assert_eq!(refused.json(&same).await.errors(), [("coverImage", message)]);

    // A deleted book takes its cover with it, and the undo brings both back.
    server.delete(&book_path).as_(&ada).await.expect(200);
    assert_eq!(server.get(&cover).await.status, 404);
    let undo = server.post(&format!("{book_path}/undo-delete")).as_(&ada).await;
    assert_eq!(address(undo.expect(200)), cover);
    assert_eq!(size(&server, &cover).await, (60, 90));

    // An address that is entered replaces it.
    let entered = json!({ "coverImage": "https://covers.example/1.jpg" });
    server.put(&book_path).as_(&ada).json(&entered).await.expect(200);
    assert_eq!(covers(&server).await, 0);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_import_keeps_uploaded_covers);
async fn an_import_keeps_uploaded_covers(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let book = server.book().title("Emma").author("Jane Austen").await;
    let form = json!({ "isbn": "9780141439587" });
    let book_path = format!("/api/books/{}", book.id);
    server.put(&book_path).as_(&ada).json(&form).await.expect(200);
    let saved = upload(&server, &ada, book.id, picture(RED, 60, 90)).await;
    let cover = address(saved.expect(200));
    let file = format!(
        "Title,Author,ISBN,coverImage,Publisher\nEmma,Jane Austen,9780141439587,https://covers.example/1.jpg,Penguin\n\
         Dune,Frank Herbert,9780441013593,{cover},Ace\n"
    );
    let import = super::imports::checked(&server, &ada, file).await;
    let done = super::imports::committed(&server, &ada, &import, "update").await;
    assert_eq!(super::imports::counts(&done)[1..3], [1, 1], "{done}");
    let emma = shown(&server, &ada, book.id).await;
    assert_eq!((&emma["publisher"], address(&emma)), (&json!("Penguin"), cover));
    let with_covers = "SELECT count(*) FROM books WHERE cover_image IS NOT NULL";
    assert_eq!(server.database().integer(with_covers).await, 1);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_upload_larger_than_other_bodies_is_repeated);
async fn an_upload_larger_than_other_bodies_is_repeated(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let book = server.book().await;
    let mut file = picture(RED, 60, 90);
    file.resize(2 * 1024 * 1024, 0);
    let send = |file: &[u8]| {
        let request = server
            .put(&path(book.id))
            .as_(&ada)
            .header("Idempotency-Key", "one");
        request.body("image/png", file)
    };
    let first = send(&file).await;
    first.expect(200);
    server.clock.advance(MINUTE);
    let again = send(&file).await;
    assert_eq!((again.status, &again.body), (200, &first.body));
    file.push(0);
    assert_eq!(send(&file).await.failure().1, "idempotency_key_reused");
    assert_eq!(covers(&server).await, 1);
}
