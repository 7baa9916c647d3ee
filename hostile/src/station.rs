//! Access tokens that try to gain permissions: their owner's, another person's, or secrets of the library.
//!
//! A token with every scope and a token with each single scope make every call that only a session may make, and the
//! changes that would make an administrator. Each call must be refused with 403, and nothing may have changed. Tokens
//! must end when the role of their owner changes.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::people::{MakeAccount, Person, access_token, active_people, call, confirm, sign_up};
use crate::values::PASSWORD;
use crate::wire::{self, Connection};
use crate::{Outcome, say};

/// The accounts that the tokens try to change.
struct Station {
    address: SocketAddr,
    /// The owner of the tokens.
    owner: Person,
    /// Calls with a session, to look at the result.
    administrator: Person,
    /// A student, a member of the staff, another administrator, and the owner: their ids.
    student: String,
    librarian: String,
    other: String,
    own: String,
    calls: usize,
    wrong: Vec<String>,
}

/// Runs it. Returns whether no token gained anything.
pub async fn run(address: SocketAddr, make: &MakeAccount) -> Outcome<bool> {
    let openapi = call(address, "GET", "/api/openapi.json", None, None).await?;
    let scopes = openapi["components"]["schemas"]["ScopeName"]["enum"].clone();
    let owner = sign_up(address, make, true).await?;
    let administrator = sign_up(address, make, true).await?;
    let student = sign_up(address, make, false).await?;
    let librarian = sign_up(address, make, false).await?;
    let mut station = Station {
        address,
        own: id(address, &owner).await?,
        student: id(address, &student).await?,
        librarian: id(address, &librarian).await?,
        other: id(address, &administrator).await?,
        owner,
        administrator,
        calls: 0,
        wrong: Vec::new(),
    };
    let role = json!({ "staffRole": "librarian" });
    station.give(&station.librarian, &role).await?;

    let all = access_token(address, &station.owner, &scopes).await?;
    let mut tokens = vec![("every scope".to_owned(), all)];
    for scope in scopes.as_array().ok_or("scopes are a list")? {
        let token = access_token(address, &station.owner, &json!([scope])).await?;
        tokens.push((scope.to_string(), token));
    }
    // The token of a student, who has fewer permissions, and all scopes.
    tokens.push((
        "every scope of a student".to_owned(),
        access_token(address, &student, &scopes).await?,
    ));

    let before = station.state().await?;
    let calls = station.calls_of_sessions(&openapi);
    for (name, token) in &tokens {
        for (method, path, body) in &calls {
            station.refuse(name, token, method, path, body).await?;
        }
        station.import(name, token).await?;
    }
    if station.state().await? != before {
        station
            .wrong
            .push("people, roles, tokens or settings have changed".to_owned());
    }
    let (_, all) = &tokens[0];
    let reading = station.status(all, "GET", "/api/admin/users", None).await?;
    if reading != 200 {
        station
            .wrong
            .push(format!("a token with every scope cannot read people: {reading}"));
    }
    let ended = station.role_changes(make, &scopes).await?;
    say(&format!(
        "Station: {} calls that only a session may make, by {} access tokens; {ended} tokens ended with a change of a role; \
         {} wrong",
        station.calls,
        tokens.len(),
        station.wrong.len()
    ));
    for wrong in &station.wrong {
        say(&format!("  {wrong}"));
    }
    Ok(station.wrong.is_empty())
}

/// The id of a person.
async fn id(address: SocketAddr, person: &Person) -> Outcome<String> {
    let me = call(address, "GET", "/api/auth/me", Some(&person.token), None).await?;
    Ok(me["data"]["_id"].as_str().ok_or("a person has an id")?.to_owned())
}

impl Station {
    /// Every call of the document that no access token may make, and changes of people that need a session.
    fn calls_of_sessions(&self, openapi: &Value) -> Vec<(String, String, Value)> {
        let mut calls = Vec::new();
        let empty = serde_json::Map::new();
        for (path, item) in openapi["paths"].as_object().unwrap_or(&empty) {
            for (method, operation) in item.as_object().unwrap_or(&empty) {
                // A call without an act begins or ends a session, for anybody.
                let access = &operation["x-carrel-access"];
                if access["scope"] == "session" && access["act"].is_string() {
                    calls.push((method.to_uppercase(), self.fill(path), body(path)));
                }
            }
        }
        let person = |id: &str| format!("/api/admin/users/{id}");
        let mail = json!({ "email": "thief@library.example" });
        for (id, change) in [
            (&self.student, json!({ "role": "admin" })),
            (&self.student, json!({ "staffRole": "librarian" })),
            (&self.librarian, json!({ "role": "admin" })),
            (&self.librarian, json!({ "staffRole": null })),
            (&self.librarian, json!({ "isActive": false })),
            (&self.librarian, mail.clone()),
            (&self.other, json!({ "role": "student" })),
            (&self.other, json!({ "isActive": false })),
            (&self.other, mail.clone()),
            (&self.own, json!({ "role": "student" })),
            (&self.own, json!({ "isActive": false })),
            (&self.own, mail),
        ] {
            calls.push(("PUT".to_owned(), person(id), change));
        }
        for (number, role) in [json!({ "role": "admin" }), json!({ "staffRole": "librarian" })]
            .into_iter()
            .enumerate()
        {
            let mut form = role;
            form["name"] = json!("Thief");
            form["email"] = json!(format!("thief{number}@library.example"));
            form["password"] = json!(PASSWORD);
            calls.push(("POST".to_owned(), "/api/admin/users".to_owned(), form));
        }
        calls
    }

    /// A path with ids of things that exist.
    fn fill(&self, path: &str) -> String {
        let id = if path.starts_with("/api/admin/users/") {
            &self.other
        } else if path.starts_with("/api/admin/webhook") {
            "webhook_1"
        } else {
            "access_token_1"
        };
        path.replace("{id}", id)
            .replace("{code}", "librarian")
            .replace("{name}", "about")
    }

    /// Makes a call that must be refused with 403.
    async fn refuse(
        &mut self,
        name: &str,
        token: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Outcome<()> {
        self.calls += 1;
        let status = self.status(token, method, path, Some(body)).await?;
        if status != 403 {
            self.wrong
                .push(format!("{name}: {method} {path} {body} got {status}"));
        }
        Ok(())
    }

    /// A file with an administrator: it must not create one, whatever the status of the response.
    async fn import(&mut self, name: &str, token: &str) -> Outcome<()> {
        self.calls += 1;
        let file =
            "Name,Email,Role\nThief,thief9@library.example,admin\nThief,thief8@library.example,librarian\n";
        let form = json!({ "file": file, "links": true });
        let request = wire::json("POST", "/api/admin/users/import", Some(token), Some(&form));
        let answer = Connection::to(self.address).send(&request, true).await?;
        let body: Value = serde_json::from_slice(&answer.body)?;
        let is_refused = answer.status == 403 || answer.status == 200 && body["data"]["new"] == 0;
        if !is_refused {
            self.wrong
                .push(format!("{name}: an import of staff got {} {body}", answer.status));
        }
        Ok(())
    }

    async fn status(&self, token: &str, method: &str, path: &str, body: Option<&Value>) -> Outcome<u16> {
        let body = body.filter(|_| method != "GET");
        let request = wire::json(method, path, Some(token), body);
        Ok(Connection::to(self.address).send(&request, true).await?.status)
    }

    /// What tokens must not change: people, roles, the owner's tokens, settings and webhooks.
    async fn state(&self) -> Outcome<Vec<Value>> {
        let mut state = active_people(self.address, &self.administrator.token).await?;
        for path in [
            "/api/admin/roles",
            "/api/admin/settings/mail",
            "/api/admin/settings/security",
            "/api/admin/settings/library",
            "/api/admin/settings/rules",
            "/api/admin/webhooks",
        ] {
            state.push(self.look(path, &self.administrator).await?);
        }
        let tokens = self.look("/api/auth/tokens", &self.owner).await?;
        let tokens = tokens["data"].as_array().ok_or("tokens are a list")?;
        state.extend(tokens.iter().map(|token| token["_id"].clone()));
        Ok(state)
    }

    async fn look(&self, path: &str, person: &Person) -> Outcome<Value> {
        let seen = call(self.address, "GET", path, Some(&person.token), None).await?;
        if seen["success"] == true {
            Ok(seen)
        } else {
            Err(format!("{path}: {seen}").into())
        }
    }

    /// Changes a person as an administrator in a session.
    async fn give(&self, id: &str, change: &Value) -> Outcome<()> {
        let path = format!("/api/admin/users/{id}");
        let token = Some(self.administrator.token.as_str());
        let changed = call(self.address, "PUT", &path, token, Some(change)).await?;
        if changed["success"] == true {
            Ok(())
        } else {
            Err(format!("{change}: {changed}").into())
        }
    }

    /// Tokens of people whose role changes, or whose role gets a permission, must end. Returns how many did.
    async fn role_changes(&mut self, make: &MakeAccount, scopes: &Value) -> Outcome<usize> {
        let mut ended = 0;
        for (what, before, after) in [
            (
                "promoted to administrator",
                json!({ "role": "student" }),
                json!({ "role": "admin" }),
            ),
            (
                "made a librarian",
                json!({ "role": "student" }),
                json!({ "staffRole": "librarian" }),
            ),
            (
                "made a student again",
                json!({ "staffRole": "librarian" }),
                json!({ "staffRole": null }),
            ),
            (
                "whose role gets a permission",
                json!({ "staffRole": "teacher" }),
                Value::Null,
            ),
        ] {
            let person = sign_up(self.address, make, false).await?;
            let id = id(self.address, &person).await?;
            self.give(&id, &before).await?;
            confirm(self.address, &person).await?;
            let token = access_token(self.address, &person, scopes).await?;
            if after.is_null() {
                self.add_permission("teacher", "read_users").await?;
            } else {
                self.give(&id, &after).await?;
            }
            let status = self.status(&token, "GET", "/api/auth/me", None).await?;
            if status == 401 {
                ended += 1;
            } else {
                self.wrong
                    .push(format!("the token of a person {what} got {status}"));
            }
        }
        Ok(ended)
    }

    async fn add_permission(&self, code: &str, permission: &str) -> Outcome<()> {
        let roles = self.look("/api/admin/roles", &self.administrator).await?;
        let roles = roles["data"]["roles"].as_array().ok_or("roles are a list")?;
        let role = roles
            .iter()
            .find(|role| role["code"] == code)
            .ok_or("no such role")?;
        let mut permissions = role["permissions"].as_array().cloned().unwrap_or_default();
        permissions.push(json!(permission));
        let change = json!({ "name": role["name"], "permissions": permissions, "version": role["version"] });
        let path = format!("/api/admin/roles/{code}");
        let token = Some(self.administrator.token.as_str());
        let changed = call(self.address, "PUT", &path, token, Some(&change)).await?;
        (changed["success"] == true)
            .then_some(())
            .ok_or_else(|| format!("{code}: {changed}").into())
    }
}

/// A valid body for the calls that would do the most harm; for the others, access is checked before the body is read.
fn body(path: &str) -> Value {
    match path {
        "/api/auth/tokens" => {
            json!({ "name": "Thief", "scopes": ["people:write"], "expiresInDays": 365 })
        }
        "/api/auth/updatedetails" => {
            json!({ "email": "thief@library.example", "currentPassword": PASSWORD })
        }
        "/api/auth/updatepassword" => {
            json!({ "currentPassword": PASSWORD, "newPassword": "Thunderstorm58" })
        }
        "/api/auth/confirm" => json!({ "password": PASSWORD }),
        "/api/admin/settings/mail" => json!({ "host": "127.0.0.1", "port": 9, "security": "none",
            "fromAddress": "thief@library.example", "siteAddress": "https://library.example" }),
        "/api/admin/roles" => json!({ "name": "Thief", "permissions": ["manage_roles"] }),
        "/api/admin/webhooks" => {
            json!({ "address": "https://hooks.library.example/x", "events": ["borrowing.created"] })
        }
        _ => json!({}),
    }
}
