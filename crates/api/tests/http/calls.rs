//! Every call of the document: its callers, its success status, and a body that it accepts.

use std::sync::LazyLock;

use carrel_domain::users::{Act, Acts, Scope};
use carrel_testkit::{Document, Identity};
use serde_json::{Value, json};

use super::world::{WEBHOOK, World, confirming_code};

/// Who may make a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Everybody,
    SignedIn,
    Administrators,
}

/// What a call requires of an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needed {
    /// Any token is accepted.
    Nothing,
    Scope(Scope),
    /// No access token is accepted, only a session.
    Session,
}

/// A call of the document.
pub(super) struct Call {
    pub method: String,
    pub path: String,
    /// What the caller must be allowed to do.
    pub act: Option<Act>,
    pub access: Access,
    pub needed: Needed,
    /// Whether the session needs a recent confirmation.
    pub confirmation: bool,
    /// The status of a successful response.
    pub success: u16,
}

/// Every call, from the document, which is generated from the table of routes.
pub(super) static CALLS: LazyLock<Vec<Call>> = LazyLock::new(|| {
    let document = Document::parse(carrel_api::openapi_json());
    let calls = document.operations().map(|(method, path, operation)| {
        let access = &operation["x-carrel-access"];
        let act: Option<Act> = serde_json::from_value(access["act"].clone()).expect("an act");
        let needed = match access["scope"].as_str().expect("a scope") {
            "any" => Needed::Nothing,
            "session" => Needed::Session,
            scope => Needed::Scope(Scope::named(scope).expect("a scope of the domain")),
        };
        let responses = operation["responses"].as_object().expect("responses");
        let success = responses.keys().find(|status| status.starts_with('2'));
        let success = success.expect("a success").parse().expect("a status");
        Call {
            access: match act {
                None => Access::Everybody,
                Some(act) if Acts::OF_MEMBERS.contains(act) => Access::SignedIn,
                Some(_) => Access::Administrators,
            },
            act,
            needed,
            confirmation: access["confirmation"] == true,
            success: match (method.as_str(), path) {
                // The link is unknown; the owner has books on loan; the sign-in is unknown, and no authenticator app is
                // begun; the server has no host name here; the book of the return is archived; covers of
                // Open Library are off.
                (
                    _,
                    "/api/auth/reset-password"
                    | "/api/auth/register/confirm"
                    | "/api/auth/email-changes/confirm"
                    | "/api/auth/email-changes/undo"
                    | "/api/auth/login/second"
                    | "/api/auth/second-factors/authenticator/confirm"
                    | "/api/auth/passkeys"
                    | "/api/auth/passkeys/options"
                    | "/api/admin/borrowings/{borrowingId}/undo-return",
                )
                | ("POST", "/api/books/{id}/open-library-cover")
                | ("DELETE", "/api/admin/users/{id}") => 409,
                // The request does not ask for a stream.
                (_, "/api/changes/stream") => 406,
                // The library is set up, so no set-up link exists; it shares no records with others; no cover is uploaded; no feed
                // is named.
                (_, "/api/setup" | "/api/setup/check" | "/covers/{file}" | "/oai" | "/sru" | "/feed") => 404,
                // The body is JSON, and no picture; no number is looked up.
                ("PUT", "/api/books/{id}/cover") | ("GET", "/api/book-lookups") => 422,
                _ => success,
            },
            path: path.to_owned(),
            method,
        }
    });
    calls.collect()
});

impl Call {
    /// A body that the call accepts; null for none.
    pub(super) fn body(&self, world: &World, caller: Option<&Identity>) -> Value {
        match (self.method.as_str(), self.path.as_str()) {
            ("POST", "/api/auth/login") => login(world, caller),
            ("POST", "/api/auth/register") => registration(world, caller),
            ("PUT", "/api/auth/updatedetails" | "/api/admin/users/{id}") => details(world, caller),
            ("PUT", "/api/auth/updatepassword") => password(world, caller),
            ("POST", "/api/auth/confirm") => confirmation(world, caller),
            ("POST", "/api/auth/login/second") => second_step(world, caller),
            ("POST", "/api/auth/second-factors/authenticator/confirm") => code(world, caller),
            ("POST", "/api/auth/passkeys") => passkey(world, caller),
            ("PUT", "/api/auth/passkeys/{id}") => passkey_name(world, caller),
            ("POST", "/api/auth/tokens") => access_token(world, caller),
            ("POST", "/api/saved-searches") | ("PUT", "/api/saved-searches/{id}") => {
                json!({ "name": "New books" })
            }
            ("POST", "/api/auth/forgot-password") => address(world, caller),
            ("POST", "/api/auth/register/confirm") => registration_confirmation(world, caller),
            ("POST", "/api/auth/reset-password") => reset(world, caller),
            ("POST", "/api/auth/email-changes/confirm" | "/api/auth/email-changes/undo") => {
                unknown_link(world, caller)
            }
            ("POST", "/api/books") | ("PUT", "/api/books/{id}") => book(world, caller),
            ("PUT", "/api/books/{id}/marc") => marc(world, caller),
            ("POST", "/api/books/{id}/open-library-cover") => json!({ "cover": 7 }),
            ("PUT", "/api/admin/settings/book-data") => book_data_settings(world, caller),
            ("POST", "/api/admin/settings/book-data/try") => source_trial(world, caller),
            ("PUT", "/api/books/{id}/rating") => rating(world, caller),
            ("POST", "/api/admin/borrowings/{borrowingId}/waivers" | "/api/charges/{id}/waiver") => {
                waiver(world, caller)
            }
            ("POST", "/api/users/{id}/charges") => charge(world, caller),
            ("PUT", "/api/admin/reviews/{id}") => moderation(world, caller),
            ("POST", "/api/desk/check-out") => check_out(world, caller),
            ("POST", "/api/desk/check-in") => check_in(world, caller),
            ("POST", "/api/admin/webhooks") | ("PUT", "/api/admin/webhooks/{id}") => webhook(world, caller),
            ("POST", "/api/admin/users") => new_user(world, caller),
            ("DELETE", "/api/admin/users/{id}") => erasure(world, caller),
            ("POST", "/api/admin/users/import") => people_file(world, caller),
            ("POST", "/api/admin/roles") => new_role(world, caller),
            ("PUT", "/api/admin/roles/{code}") => role(world, caller),
            ("POST", "/api/books/{id}/merge/preview") => merge_preview(world, caller),
            ("POST", "/api/books/{id}/merge") => merge(world, caller),
            ("POST", "/api/bulk-edits" | "/api/bulk-edits/preview") => bulk_edit(world, caller),
            ("POST", "/api/imports") => table_of_books(world, caller),
            ("PUT", "/api/imports/{id}/mapping") => mapping(world, caller),
            ("POST", "/api/imports/{id}/commit") => commit(world, caller),
            ("POST", "/api/labels" | "/api/labels/preview") => labels(world, caller),
            ("POST", "/api/library-cards" | "/api/library-cards/preview") => cards(world, caller),
            ("PUT", "/api/label-sheets") => label_sheets(world, caller),
            ("PUT", "/api/admin/settings/mail") => mail_settings(world, caller),
            ("POST", "/api/setup") => set_up(world, caller),
            ("POST", "/api/setup/check") => setup_link(world, caller),
            ("PUT", "/api/admin/settings/library") => library_settings(world, caller),
            ("PUT", "/api/admin/settings/opening-days") => opening_days(world, caller),
            ("PUT", "/api/admin/settings/rules") => rules(world, caller),
            ("PUT", "/api/admin/settings/kinds") => kinds(world, caller),
            ("PUT", "/api/admin/settings/home") => home_settings(world, caller),
            ("PUT", "/api/admin/settings/pages/{name}") => page_settings(world, caller),
            ("PUT", "/api/admin/settings/registration") => registration_settings(world, caller),
            ("PUT", "/api/admin/settings/catalogue") => catalogue_settings(world, caller),
            ("PUT", "/api/admin/settings/security") => security_settings(world, caller),
            ("PUT", "/api/admin/settings/privacy") => privacy_settings(world, caller),
            _ => Value::Null,
        }
    }
}

fn marc(_: &World, _: Option<&Identity>) -> Value {
    let lines = [
        "=LDR  00000nam a2200000 i 4500",
        "=008  260302s2026    xx |||||||||||||||||eng|d",
        "=100  1\\$aSomebody",
        "=245  10$aA record",
    ];
    json!({ "text": lines.join("\n") })
}

fn set_up(_: &World, _: Option<&Identity>) -> Value {
    json!({
        "token": "0123456789abcdef", "libraryName": "Town Library", "timeZone": "UTC", "currency": "USD",
        "closedWeekdays": [], "name": "Ada Lovelace", "email": "ada@library.example",
        "password": "Reading1", "confirmPassword": "Reading1",
    })
}

/// The file is the body: a JSON text is a row of a table.
fn table_of_books(_: &World, _: Option<&Identity>) -> Value {
    json!("Title,Author")
}

fn mapping(_: &World, _: Option<&Identity>) -> Value {
    json!({ "category": "Fiction" })
}

fn commit(_: &World, _: Option<&Identity>) -> Value {
    json!({ "onDuplicate": "skip" })
}

fn bulk_edit(world: &World, _: Option<&Identity>) -> Value {
    json!({ "books": [world.book_id], "changes": { "publisher": "Hogarth" } })
}

fn merge_preview(world: &World, _: Option<&Identity>) -> Value {
    json!({ "books": [world.third_id] })
}

fn merge(world: &World, _: Option<&Identity>) -> Value {
    let (kept, merged) = (&world.merging[0], &world.merging[1]);
    json!({
        "updatedAt": kept["updatedAt"], "books": [{ "_id": merged["_id"], "updatedAt": merged["updatedAt"] }],
    })
}

fn labels(world: &World, _: Option<&Identity>) -> Value {
    json!({ "copies": [world.copy_id], "kind": "barcode", "sheet": "avery-l7160" })
}

fn cards(world: &World, _: Option<&Identity>) -> Value {
    json!({ "users": [world.owner.id], "sheet": "cards-a4" })
}

fn label_sheets(world: &World, _: Option<&Identity>) -> Value {
    let sheet = json!({
        "name": "Spines", "pageWidthUm": 210_000, "pageHeightUm": 297_000, "marginLeftUm": 5_000, "marginTopUm": 10_000,
        "labelWidthUm": 25_000, "labelHeightUm": 35_000, "columns": 8, "rows": 7,
    });
    json!({ "sheets": [sheet], "version": world.versions["label-sheets"] })
}

fn setup_link(_: &World, _: Option<&Identity>) -> Value {
    json!({ "token": "0123456789abcdef" })
}

fn library_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "name": "Town Library", "timeZone": "UTC", "currency": "USD", "language": "en", "version": world.versions["library"] })
}

fn opening_days(world: &World, _: Option<&Identity>) -> Value {
    json!({ "closedWeekdays": [], "closures": [], "version": world.versions["opening-days"] })
}

fn rules(world: &World, _: Option<&Identity>) -> Value {
    json!({ "rules": [{ "name": "loans_allowed", "value": "6" }], "version": world.versions["rules"] })
}

fn kinds(world: &World, _: Option<&Identity>) -> Value {
    json!({
        "patronCategories": [{ "name": "Staff" }], "itemTypes": [], "version": world.versions["kinds"],
    })
}

fn home_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "figures": "live", "voices": "none", "testimonials": [], "version": world.versions["home"] })
}

fn page_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "text": "Come in.", "version": world.versions["pages/about"] })
}

fn registration_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "open": true, "version": world.versions["registration"] })
}

fn catalogue_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "openToVisitors": false, "indexed": false, "version": world.versions["catalogue"] })
}

fn book_data_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({
        "sources": [{ "kind": "open_library", "isOn": false }], "covers": false, "version": world.versions["book-data"],
    })
}

/// No server listens at the address.
fn source_trial(_: &World, _: Option<&Identity>) -> Value {
    let source = json!({
        "kind": "sru", "isOn": true, "name": "A catalogue", "address": "http://127.0.0.1:9/sru", "version": "1.2",
        "query": "bath.isbn={isbn}",
    });
    json!({ "source": source, "isbn": "9780134610993" })
}

fn security_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({
        "confirmAddressesFirst": false, "leastPasswordLength": 6, "passphrases": false,
        "staffNeedSecondFactor": false, "idleMinutes": 60, "idleMinutesOfStaff": 30,
        "idleMinutesOfSharedComputers": 10,
        "version": world.versions["security"],
    })
}

/// Everybody has a passkey, so a password confirms nothing.
fn confirmation(_: &World, _: Option<&Identity>) -> Value {
    json!({ "code": confirming_code() })
}

fn second_step(_: &World, _: Option<&Identity>) -> Value {
    json!({ "challenge": "0123456789abcdef", "code": "123456" })
}

fn passkey(_: &World, _: Option<&Identity>) -> Value {
    // Of the right form, with a key of Ed25519.
    json!({
        "challenge": "0123456789abcdef", "name": "A key", "clientData": "e30", "authenticatorData": "AAAA",
        "publicKey": "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE",
    })
}

fn passkey_name(_: &World, _: Option<&Identity>) -> Value {
    json!({ "name": "My phone" })
}

fn code(_: &World, _: Option<&Identity>) -> Value {
    json!({ "code": "123456" })
}

fn privacy_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({
        "auditDays": 365, "borrowingDays": 180, "reviewNames": "initials",
        "coversFromOtherSites": true,
        "version": world.versions["privacy"],
    })
}

fn login(world: &World, _: Option<&Identity>) -> Value {
    // Others have passkeys, and would need a second step.
    json!({ "email": world.logged_out.email, "password": world.logged_out.password })
}

fn registration(_: &World, caller: Option<&Identity>) -> Value {
    let email = caller.map_or("nobody@new.example".to_owned(), |caller| {
        format!("new.{}", caller.email)
    });
    json!({
        "name": "Somebody New", "email": email,
        "password": "Reading1", "confirmPassword": "Reading1", "agreeTerms": true,
    })
}

fn details(_: &World, _: Option<&Identity>) -> Value {
    json!({ "department": "History" })
}

/// An e-mail address for each caller.
fn new_email(caller: Option<&Identity>) -> String {
    caller.map_or("added@new.example".to_owned(), |caller| {
        format!("added.{}", caller.email)
    })
}

fn new_user(_: &World, caller: Option<&Identity>) -> Value {
    json!({ "name": "Somebody Added", "email": new_email(caller) })
}

fn new_role(_: &World, caller: Option<&Identity>) -> Value {
    json!({ "name": caller.map_or("Nobody", |caller| &caller.email), "permissions": ["check_out"] })
}

fn role(world: &World, _: Option<&Identity>) -> Value {
    json!({ "name": "Weekend helper", "permissions": ["read_statistics"], "version": world.role_version })
}

fn erasure(world: &World, _: Option<&Identity>) -> Value {
    json!({ "email": world.owner.email })
}

fn people_file(_: &World, caller: Option<&Identity>) -> Value {
    json!({ "file": format!("Name,Email\nSomebody Imported,file.{}\n", new_email(caller)) })
}

fn password(_: &World, caller: Option<&Identity>) -> Value {
    let current = caller.map(|caller| caller.password.as_str());
    json!({ "currentPassword": current, "newPassword": "Changed1" })
}

fn access_token(_: &World, _: Option<&Identity>) -> Value {
    json!({ "name": "A script", "scopes": ["catalogue:read"], "expiresInDays": 30 })
}

fn webhook(_: &World, _: Option<&Identity>) -> Value {
    json!({ "address": WEBHOOK, "events": ["borrowing.created"] })
}

fn book(_: &World, _: Option<&Identity>) -> Value {
    json!({ "title": "A Book", "author": "Somebody", "category": "Fiction" })
}

/// A different e-mail address for each token: the number of mails to one address is limited.
fn address(_: &World, caller: Option<&Identity>) -> Value {
    let name = caller.map_or("nobody", |caller| &caller.token[..caller.token.len().min(20)]);
    json!({ "email": format!("{name}@new.example") })
}

/// A new password by an unknown link.
fn reset(_: &World, _: Option<&Identity>) -> Value {
    json!({ "token": "0123456789abcdef", "password": "Changed1", "confirmPassword": "Changed1" })
}

fn registration_confirmation(_: &World, _: Option<&Identity>) -> Value {
    json!({ "token": "0123456789abcdef", "password": "Reading1" })
}

fn unknown_link(_: &World, _: Option<&Identity>) -> Value {
    json!({ "token": "0123456789abcdef" })
}

fn mail_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({
        "host": "127.0.0.1", "port": world.mail.port(), "security": "none",
        "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
    })
}

fn waiver(_: &World, _: Option<&Identity>) -> Value {
    json!({ "note": "A good reason" })
}

fn charge(_: &World, _: Option<&Identity>) -> Value {
    json!({ "reason": "processing", "amount": 2.5, "description": "Library card replaced" })
}

fn rating(_: &World, _: Option<&Identity>) -> Value {
    json!({ "stars": 4, "review": "Worth the time." })
}

fn check_out(world: &World, _: Option<&Identity>) -> Value {
    json!({ "user": world.other.id, "barcode": world.barcode })
}

fn check_in(world: &World, _: Option<&Identity>) -> Value {
    json!({ "barcode": world.barcode })
}

fn moderation(_: &World, _: Option<&Identity>) -> Value {
    json!({ "hidden": true })
}
