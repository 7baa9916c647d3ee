//! The callers: accounts of the server, their tokens, and the ids that they have seen.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use crate::Outcome;
use crate::dice::Dice;
use crate::values::PASSWORD;
use crate::wire::{self, Answer, Connection, Failure};

/// Creates an account with [`PASSWORD`], an administrator's or a student's, and returns its e-mail address.
pub type MakeAccount = Arc<dyn Fn(bool) -> BoxFuture<'static, Outcome<String>> + Send + Sync>;

/// A caller.
#[derive(Debug, Clone)]
pub struct Person {
    pub is_administrator: bool,
    pub email: String,
    pub token: String,
}

/// Creates an account and signs it in.
pub async fn sign_up(address: SocketAddr, make: &MakeAccount, is_administrator: bool) -> Outcome<Person> {
    let email = make(is_administrator).await?;
    let token = session(address, &email).await?;
    Ok(Person {
        is_administrator,
        email,
        token,
    })
}

/// A sign-in.
#[derive(Debug, Clone, Copy)]
pub struct SignIn<'a> {
    pub email: &'a str,
    pub password: &'a str,
    /// The token that the device kept from an earlier sign-in.
    pub device: Option<&'a str>,
    /// The network address that the proxy reports.
    pub from: &'a str,
}

impl SignIn<'_> {
    /// Sends it over a connection.
    pub async fn send(self, connection: &mut Connection) -> Result<Answer, Failure> {
        let mut form = json!({ "email": self.email, "password": self.password });
        if let Some(device) = self.device {
            form["deviceToken"] = json!(device);
        }
        let headers = [
            ("content-type".to_owned(), b"application/json".to_vec()),
            ("x-forwarded-for".to_owned(), self.from.as_bytes().to_vec()),
        ];
        let bytes = wire::request(
            "POST",
            "/api/auth/login",
            &headers,
            Some(form.to_string().as_bytes()),
        );
        connection.send(&bytes, true).await
    }
}

/// Signs an account with [`PASSWORD`] in, and returns the token of its session.
pub async fn session(address: SocketAddr, email: &str) -> Outcome<String> {
    let form = json!({ "email": email, "password": PASSWORD });
    let session = call(address, "POST", "/api/auth/login", None, Some(&form)).await?;
    let token = session["token"].as_str();
    Ok(token
        .ok_or_else(|| format!("{email} cannot sign in: {session}"))?
        .to_owned())
}

/// The active people of a library, as the API lists them for an administrator.
pub async fn active_people(address: SocketAddr, administrator: &str) -> Outcome<Vec<Value>> {
    let mut people = Vec::new();
    for page in 1.. {
        let path = format!("/api/admin/users?limit=100&page={page}");
        let listed = call(address, "GET", &path, Some(administrator), None).await?;
        let entries = listed["data"].as_array().ok_or("people are a list")?;
        if entries.is_empty() {
            break;
        }
        people.extend(entries.iter().filter(|one| one["isActive"] == true).cloned());
    }
    Ok(people)
}

/// Confirms the session of a person, as it is needed once more after the person has gained permissions.
pub async fn confirm(address: SocketAddr, person: &Person) -> Outcome<()> {
    let form = json!({ "password": PASSWORD });
    let confirmed = call(
        address,
        "POST",
        "/api/auth/confirm",
        Some(&person.token),
        Some(&form),
    )
    .await?;
    if confirmed["success"] == true {
        Ok(())
    } else {
        Err(format!("not confirmed: {confirmed}").into())
    }
}

/// Creates an access token with these scopes.
pub async fn access_token(address: SocketAddr, person: &Person, scopes: &Value) -> Outcome<String> {
    let form = json!({ "name": "Hostile", "scopes": scopes, "expiresInDays": 30 });
    let made = call(
        address,
        "POST",
        "/api/auth/tokens",
        Some(&person.token),
        Some(&form),
    )
    .await?;
    let token = made["data"]["token"].as_str();
    Ok(token
        .ok_or_else(|| format!("no access token: {made}"))?
        .to_owned())
}

/// Sends one call, and returns the JSON of the response.
pub async fn call(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Outcome<Value> {
    let bytes = wire::json(method, path, token, body);
    let answer = Connection::to(address).send(&bytes, true).await?;
    Ok(serde_json::from_slice(&answer.body)?)
}

/// Entities of each kind that exist, or existed: most calls are about one of them.
#[derive(Debug, Default)]
pub struct Seen {
    ids: HashMap<&'static str, Vec<String>>,
    /// The latest version of each section of the settings, by path.
    pub versions: HashMap<String, String>,
    /// Idempotency keys of earlier calls.
    pub keys: Vec<String>,
}

/// The maximum number of remembered ids of each kind; a new one replaces another.
const REMEMBERED: usize = 200;

impl Seen {
    /// Remembers the ids in a response.
    pub fn learn(&mut self, path: &str, json: &Value, dice: &mut Dice) {
        if let Some(version) = json["data"]["version"].as_str() {
            self.versions.insert(path.to_owned(), version.to_owned());
        }
        self.walk(json, dice);
    }

    fn walk(&mut self, json: &Value, dice: &mut Dice) {
        match json {
            Value::Array(items) => {
                for item in items {
                    self.walk(item, dice);
                }
            }
            Value::Object(fields) => {
                if let (Some(id), Some(noun)) = (json["_id"].as_str(), noun(json)) {
                    let known = self.ids.entry(noun).or_default();
                    if known.len() < REMEMBERED {
                        known.push(id.to_owned());
                    } else {
                        let place = dice.below(REMEMBERED);
                        id.clone_into(&mut known[place]);
                    }
                }
                for field in fields.values() {
                    self.walk(field, dice);
                }
            }
            _ => {}
        }
    }

    /// An id for a parameter of a path; sometimes of another kind.
    pub fn id(&self, path: &str, parameter: &str, dice: &mut Dice) -> Option<String> {
        let wanted = wanted(path, parameter);
        let known = if dice.chance(92) {
            self.ids.get(wanted)
        } else {
            let mut all: Vec<&&str> = self.ids.keys().collect();
            all.sort_unstable();
            if all.is_empty() {
                None
            } else {
                self.ids.get(*dice.pick(&all))
            }
        };
        known
            .filter(|ids| !ids.is_empty())
            .map(|ids| dice.pick(ids).clone())
    }
}

/// The kind of an object in a response, recognised by its unique fields.
fn noun(json: &Value) -> Option<&'static str> {
    let has = |field: &str| !json[field].is_null() || json.get(field).is_some();
    [
        ("borrowedDate", "borrowing"),
        ("totalCopies", "book"),
        ("barcode", "copy"),
        ("scopes", "access token"),
        ("attempts", "delivery"),
        ("events", "webhook"),
        ("isCurrent", "session"),
        ("isMine", "review"),
        ("email", "user"),
    ]
    .into_iter()
    .find_map(|(field, noun)| has(field).then_some(noun))
}

fn wanted(path: &str, parameter: &str) -> &'static str {
    match parameter {
        "bookId" => "book",
        "borrowingId" => "borrowing",
        "userId" => "user",
        _ => [
            ("/reviews/", "review"),
            ("/books/", "book"),
            ("/copies/", "copy"),
            ("/webhook-deliveries/", "delivery"),
            ("/webhooks/", "webhook"),
            ("/sessions/", "session"),
            ("/tokens/", "access token"),
        ]
        .into_iter()
        .find_map(|(part, noun)| path.contains(part).then_some(noun))
        .unwrap_or("user"),
    }
}
