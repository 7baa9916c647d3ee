//! A library in which every call can succeed.

use std::collections::BTreeMap;

use carrel_domain::identity::token_hash;
use carrel_domain::patch::Patch;
use carrel_domain::users::second_factor::recovery_code;
use carrel_domain::users::{Role, UserId};
use carrel_testkit::{DAY, Identity, MailServer, Server, Setup, TestDatabase};
use serde_json::{Value, json};

/// The address of the tests' webhooks. No server listens there, and nothing is sent.
pub(super) const WEBHOOK: &str = "http://127.0.0.1:9/";

/// The recovery code with which everybody of a [`World`] can confirm once.
pub(super) fn confirming_code() -> String {
    recovery_code([7; 16])
}

/// A server whose operator allows webhooks, with a search index.
pub(super) async fn start(database: TestDatabase) -> Server {
    let setup = Setup::limited(|limits| {
        limits.webhook_hosts = vec!["127.0.0.1:9".parse().expect("a host")];
    });
    let server = Server::start_with(database, setup).await;
    server.catch_up().await;
    server
}

/// A person of every kind, and entities for every call.
pub(super) struct World {
    pub owner: Identity,
    pub other: Identity,
    pub administrator: Identity,
    /// A person with each of the wanted roles.
    pub staff: Vec<(Role, Identity)>,
    pub deactivated: Identity,
    pub logged_out: Identity,
    /// A book with copies on the shelf, never borrowed.
    pub book_id: String,
    pub copy_id: String,
    /// The barcode of another copy of the same book.
    pub barcode: String,
    pub archived_id: String,
    /// A book that was never borrowed, and one that was just deleted.
    pub unborrowed_id: String,
    pub deleted_id: String,
    /// Two books that can be merged, as they are shown, another one, and a group of possible duplicates.
    pub merging: [Value; 2],
    pub third_id: String,
    pub duplicates_id: String,
    /// A merge that can be undone.
    pub merge_id: String,
    /// The owner's borrowings: open, and returned late.
    pub open_id: String,
    pub owing_id: String,
    /// A charge of the other person.
    pub charge_id: String,
    /// The versions of the sections of the settings, by path.
    pub versions: BTreeMap<&'static str, String>,
    /// A book that every person has borrowed; the owner has reviewed it.
    pub read_id: String,
    pub review_id: String,
    pub webhook_id: String,
    pub delivery_id: String,
    /// Imports: one that is checked, one that brings books in, and one that has ended.
    pub bulk_edit_id: String,
    pub ended_bulk_edit_id: String,
    pub import_id: String,
    pub working_import_id: String,
    pub ended_import_id: String,
    /// A role that nobody has, and its version.
    pub role_code: String,
    pub role_version: String,
    /// The entities that each signed-in person owns: the beginning of the path, the owner, and the id.
    own: Vec<(&'static str, UserId, String)>,
    /// The library's mail server.
    pub mail: MailServer,
}

impl World {
    pub async fn new(server: &Server) -> Self {
        World::with(server, &[]).await
    }

    /// A world in which these roles have a person each, too.
    pub async fn with(server: &Server, roles: &[Role]) -> Self {
        let administrator = server.administrator().await;
        let mut staff = Vec::new();
        for role in roles {
            staff.push((role.clone(), server.with_role(&role.code).await));
        }
        let owner = server.student().await;
        let short = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(1))
            .await;
        let late = server.borrow(&owner, short.id).await;
        server.clock.advance(5 * DAY);
        // Some calls need a recent confirmation.
        server.confirm(&administrator).await;
        server.confirm(&owner).await;
        for (_, person) in &staff {
            server.confirm(person).await;
        }
        let returned = server.give_back(&administrator, &late).await;
        assert_eq!(returned["fineAmount"], 0.75);
        let archived = server
            .delete(&format!("/api/books/{}", short.id))
            .as_(&administrator)
            .await;
        assert_eq!(archived.json["message"], "Book archived");

        let borrowed = server.book().await;
        let open = server.borrow(&owner, borrowed.id).await;
        let book = server.book().copies(5).await;
        let copies = server
            .get(&format!("/api/books/{}/copies", book.id))
            .as_(&administrator)
            .await;

        let deactivated = server.student().await;
        let path = format!("/api/admin/users/{}", deactivated.id);
        let change = server
            .put(&path)
            .as_(&administrator)
            .json(&json!({ "isActive": false }))
            .await;
        assert_eq!(change.expect(200)["isActive"], false);
        let mut versions = BTreeMap::new();
        for section in [
            "library",
            "opening-days",
            "rules",
            "kinds",
            "home",
            "pages/about",
            "registration",
            "catalogue",
            "book-data",
            "security",
            "privacy",
        ] {
            let path = format!("/api/admin/settings/{section}");
            let shown = server.get(&path).as_(&administrator).await;
            versions.insert(section, text(&shown.expect(200)["version"]));
        }
        let sheets = server.get("/api/label-sheets").as_(&administrator).await;
        versions.insert("label-sheets", text(&sheets.expect(200)["version"]));
        let mail = MailServer::start().await;
        let settings = json!({
            "host": "127.0.0.1", "port": mail.port(), "security": "none",
            "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
        });
        let saved = server.put("/api/admin/settings/mail").as_(&administrator);
        saved.json(&settings).await.expect(200);
        let logged_out = server.student().await;
        server.get("/api/auth/logout").as_(&logged_out).await.expect(200);
        let other = server.student().await;
        let of_staff: Vec<&Identity> = staff.iter().map(|(_, person)| person).collect();
        let everybody = [&[&owner, &other, &administrator], &of_staff[..]].concat();
        let copies_of_read = i64::try_from(everybody.len()).expect("a few people");
        let read = server.book().copies(copies_of_read).await;
        // The owner has read it before: the review is no reason against undoing the borrowing.
        let first = server.borrow(&owner, read.id).await;
        server.give_back(&administrator, &first).await;
        let mut own = Vec::new();
        for reader in &everybody {
            let borrowing = server.borrow(reader, read.id).await;
            own.push((
                "/api/borrowings/{borrowingId}",
                reader.id,
                text(&borrowing["_id"]),
            ));
        }
        let rating = server.put(&format!("/api/books/{}/rating", read.id)).as_(&owner);
        let review = json!({ "stars": 5, "review": "Read it twice." });
        rating.json(&review).await.expect(200);
        let reviews = server
            .get(&format!("/api/books/{}/reviews", read.id))
            .as_(&owner)
            .await;
        for person in &everybody {
            let request = server.post("/api/auth/tokens").as_(person);
            let made = request
                .json(&json!({ "name": "A script", "scopes": ["catalogue:read"], "expiresInDays": 1 }));
            let id = text(&made.await.expect(201)["_id"]);
            own.push(("/api/auth/tokens/{id}", person.id, id));
            let request = server.post("/api/saved-searches?search=whales").as_(person);
            let saved = request.json(&json!({ "name": "Whales" })).await;
            let id = text(&saved.expect(201)["_id"]);
            own.push(("/api/saved-searches/{id}", person.id, id));
            let elsewhere = server.sign_in_again(person).await;
            let listed = server.get("/api/auth/sessions").as_(&elsewhere).await;
            let id = listed.list().iter().find(|session| session["isCurrent"] == true);
            let id = text(&id.expect("this session")["_id"]);
            own.push(("/api/auth/sessions/{id}", person.id, id));
            let form =
                json!({ "email": format!("moved.{}", person.email), "currentPassword": person.password });
            let moved = server.put("/api/auth/updatedetails").as_(person);
            moved.json(&form).await.expect(200);
            let listed = server.get("/api/auth/email-changes").as_(person).await;
            let id = text(&listed.list()[0]["_id"]);
            own.push(("/api/auth/email-changes/{id}", person.id, id));
        }
        for (number, person) in (0..).zip(&everybody) {
            let now = server.clock.now_ms();
            // Beyond the ids that the library assigns.
            let id = 2_000_000 + person.id.number();
            let sql = format!(
                "INSERT INTO passkeys (id, user_id, credential_id, public_key, site, name, sign_count, created_at) \
                 VALUES ({id}, {}, 'c{id}', '', 'library.example', 'Key {number}', 0, {now})",
                person.id.number()
            );
            server.database().sql(&sql).await.expect("a passkey is added");
            let hash = token_hash(&confirming_code());
            let sql = format!(
                "INSERT INTO recovery_codes (user_id, code_hash) VALUES ({}, '{hash}') ON CONFLICT DO NOTHING",
                person.id.number()
            );
            server
                .database()
                .sql(&sql)
                .await
                .expect("a recovery code is added");
            own.push(("/api/auth/passkeys/{id}", person.id, format!("passkey_{id}")));
        }
        // The number of webhooks is limited.
        let removed = server.database().sql("DELETE FROM webhooks").await;
        removed.expect("an earlier world's are removed");
        // The number of roles, too.
        let built_in = format!("'{}'", Role::BUILT_IN.join("', '"));
        let removed = format!("DELETE FROM roles WHERE code NOT IN ({built_in})");
        let removed = server.database().sql(&removed).await;
        removed.expect("an earlier world's are removed");
        let form = json!({ "name": "Helper", "permissions": ["check_out"] });
        let role = server
            .post("/api/admin/roles")
            .as_(&administrator)
            .json(&form)
            .await;
        let role = role.expect(201);
        let form = json!({ "address": WEBHOOK, "events": ["borrowing.created"] });
        let made = server.post("/api/admin/webhooks").as_(&administrator).json(&form);
        let webhook_id = text(&made.await.expect(201)["_id"]);
        let test = format!("/api/admin/webhooks/{webhook_id}/test");
        let sent = server.post(&test).as_(&administrator).await;
        let (unborrowed, deleted) = (server.book().await, server.book().await);
        let path = format!("/api/books/{}", deleted.id);
        server.delete(&path).as_(&administrator).await.expect(200);
        let (kept, merged, third) = (server.book().await, server.book().await, server.book().await);
        let (number, third_number) = (kept.id.number(), third.id.number());
        // Beyond the ids that the library assigns. One search is shown.
        let (search, group) = (3_000_000 + number, 4_000_000 + number);
        let duplicates = format!(
            "DELETE FROM duplicate_searches WHERE state = 'done'; \
             INSERT INTO duplicate_searches (id, state, started_at, finished_at) VALUES ({search}, 'done', 1, 2); \
             INSERT INTO duplicate_groups (id, search_id, reason) VALUES ({group}, {search}, 'same_title'); \
             INSERT INTO duplicate_books (group_id, book_id) VALUES ({group}, {number}), ({group}, {third_number})"
        );
        server
            .database()
            .sql(&duplicates)
            .await
            .expect("a group is added");
        let mut merging = Vec::new();
        for book in [&kept, &merged] {
            let shown = server
                .get(&format!("/api/books/{}", book.id))
                .as_(&administrator)
                .await;
            merging.push(shown.expect(200).clone());
        }
        let merge_id = make_merge(server, &administrator).await;
        let mut import_ids = Vec::new();
        for _ in 0..3 {
            let file = "Title,Author,ISBN\nOrlando,Virginia Woolf,\nFlush,Virginia Woolf,1\n";
            let sent = server
                .post("/api/imports?name=books.csv")
                .as_(&administrator)
                .bytes(file);
            import_ids.push(text(&sent.await.expect(202)["_id"]));
        }
        server.work_on_imports().await;
        for (place, state) in [(1, "importing"), (2, "done")] {
            let number = import_ids[place].rsplit('_').next().expect("a number");
            let sql = format!("UPDATE imports SET state = '{state}', has_begun = 1 WHERE id = {number}");
            server.database().sql(&sql).await.expect("the state is set");
        }
        let mut bulk_edit_ids = Vec::new();
        for state in ["changing", "done"] {
            let form = json!({ "books": [unborrowed.id], "changes": { "publisher": "Hogarth" } });
            let edit = server
                .post("/api/bulk-edits")
                .as_(&administrator)
                .json(&form)
                .await;
            let id = text(&edit.expect(202)["_id"]);
            let number = id.rsplit('_').next().expect("a number");
            let sql = format!("UPDATE bulk_edits SET state = '{state}', changed = 1 WHERE id = {number}");
            server.database().sql(&sql).await.expect("the state is set");
            bulk_edit_ids.push(id);
        }
        let torn = json!({ "reason": "damage", "amount": 3, "description": "A torn page" });
        let torn = server
            .post(&format!("/api/users/{}/charges", other.id))
            .as_(&administrator)
            .json(&torn)
            .await;
        World {
            merging: merging.try_into().expect("two books"),
            third_id: third.id.to_string(),
            merge_id,
            duplicates_id: format!("duplicate_group_{group}"),
            bulk_edit_id: bulk_edit_ids[0].clone(),
            ended_bulk_edit_id: bulk_edit_ids[1].clone(),
            import_id: import_ids[0].clone(),
            working_import_id: import_ids[1].clone(),
            ended_import_id: import_ids[2].clone(),
            delivery_id: text(&sent.expect(201)["_id"]),
            webhook_id,
            role_code: text(&role["code"]),
            role_version: text(&role["version"]),
            staff,
            other,
            own,
            read_id: read.id.to_string(),
            review_id: text(&reviews.list()[0]["_id"]),
            book_id: book.id.to_string(),
            copy_id: text(&copies.list()[0]["_id"]),
            barcode: text(&copies.list()[1]["barcode"]),
            archived_id: short.id.to_string(),
            unborrowed_id: unborrowed.id.to_string(),
            deleted_id: deleted.id.to_string(),
            open_id: text(&open["_id"]),
            owing_id: text(&late["_id"]),
            charge_id: text(&torn.expect(201)["_id"]),
            versions,
            mail,
            owner,
            administrator,
            deactivated,
            logged_out,
        }
    }

    /// A path with the ids of its entities; where people own separate ones, with the caller's.
    pub fn path(&self, template: &str, caller: Option<&Identity>) -> String {
        let own = self.own_id(template, caller);
        let owner_id = self.owner.id.to_string();
        let id = match template {
            _ if own.is_some() => own.unwrap_or_default(),
            path if path.contains("{name}") => "about",
            path if path.contains("{report}") => "borrowings",
            path if path.contains("{code}") => &self.role_code,
            "/api/books/{id}/restore" => self.archived_id.as_str(),
            "/api/books/{id}/archive" => &self.unborrowed_id,
            "/api/books/{id}/undo-delete" => &self.deleted_id,
            "/api/books/{id}/merge" | "/api/books/{id}/merge/preview" => {
                self.merging[0]["_id"].as_str().expect("an id")
            }
            path if path.starts_with("/api/duplicates/{id}") => &self.duplicates_id,
            "/api/merges/{id}/undo" => &self.merge_id,
            "/api/copies/{id}" => &self.copy_id,
            "/api/bulk-edits/{id}/undo" => &self.ended_bulk_edit_id,
            path if path.starts_with("/api/bulk-edits/{id}") => &self.bulk_edit_id,
            "/api/imports/{id}/pause" => &self.working_import_id,
            "/api/imports/{id}/undo" => &self.ended_import_id,
            path if path.starts_with("/api/imports/{id}") => &self.import_id,
            "/api/admin/webhook-deliveries/{id}/resend" => &self.delivery_id,
            path if path.starts_with("/api/admin/webhooks/{id}") => &self.webhook_id,
            "/api/books/{id}/rating" => &self.read_id,
            "/api/admin/reviews/{id}" => &self.review_id,
            path if path.starts_with("/api/charges/{id}") => &self.charge_id,
            "/api/users/{id}/charges"
            | "/api/admin/users/{id}"
            | "/api/admin/users/{id}/password-link"
            | "/api/admin/users/{id}/payments"
            | "/api/admin/users/{id}/receipts"
            | "/api/admin/users/{id}/second-factors"
            | "/api/admin/borrowings/user/{userId}" => &owner_id,
            "/api/admin/borrowings/{borrowingId}/return" => &self.open_id,
            path if path.starts_with("/api/admin/borrowings/{borrowingId}") => &self.owing_id,
            _ => &self.book_id,
        };
        match (template.find('{'), template.find('}')) {
            (Some(from), Some(to)) => format!("{}{id}{}", &template[..from], &template[to + 1..]),
            _ => template.to_owned(),
        }
    }

    /// The id of an entity that each person owns separately: the caller's, or another person's.
    fn own_id(&self, template: &str, caller: Option<&Identity>) -> Option<&str> {
        let mut all = self.own.iter().filter(|(path, ..)| template.starts_with(path));
        let first = all.clone().next()?;
        let own = all.find(|(_, owner, _)| caller.is_some_and(|caller| caller.id == *owner));
        Some(&own.unwrap_or(first).2)
    }
}

/// Merges two books; returns the id of the merge.
async fn make_merge(server: &Server, administrator: &Identity) -> String {
    let (kept, other) = (server.book().await, server.book().await);
    let mut books = Vec::new();
    for book in [&kept, &other] {
        let shown = server.get(&format!("/api/books/{}", book.id)).as_(administrator);
        books.push(shown.await.expect(200).clone());
    }
    let other = json!({ "_id": books[1]["_id"], "updatedAt": books[1]["updatedAt"] });
    let form = json!({ "updatedAt": books[0]["updatedAt"], "books": [other] });
    let path = format!("/api/books/{}/merge", kept.id);
    let answer = server.post(&path).as_(administrator).json(&form).await;
    answer.expect(200);
    text(&answer.json["merge"])
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
