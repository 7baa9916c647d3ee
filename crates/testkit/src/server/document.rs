//! Compares responses with the OpenAPI document: exactly what it describes is accepted.

use regex::Regex;
use serde_json::{Map, Value};

/// A parsed OpenAPI document.
pub struct Document(Value);

impl Document {
    /// Reads a document.
    pub fn parse(text: &str) -> Self {
        Document(serde_json::from_str(text).expect("the document is JSON"))
    }

    /// Every operation: its method in upper case, its path with `{parameters}`, and its description in the document.
    pub fn operations(&self) -> impl Iterator<Item = (String, &str, &Value)> {
        object(&self.0["paths"]).iter().flat_map(|(path, methods)| {
            let methods = object(methods).iter();
            methods.map(move |(method, operation)| (method.to_ascii_uppercase(), path.as_str(), operation))
        })
    }

    /// The deviations of a response from the document. A call that the document does not contain must fail.
    pub(super) fn deviations(
        &self,
        method: &str,
        path: &str,
        status: u16,
        kind: &str,
        body: &Value,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        let responses = self
            .operation(method, path)
            .map(|operation| &operation["responses"]);
        let documented = responses.map(|responses| {
            let named = &responses[status.to_string()];
            // The document describes client errors by status; 405 and server errors fall under `default`.
            let described = if named.is_null() && (status >= 500 || status == 405) {
                &responses["default"]
            } else {
                named
            };
            let reference = described["$ref"].as_str();
            reference.map_or(described, |reference| self.referred(reference))
        });
        let schema = match documented {
            None if status >= 400 => &self.0["components"]["schemas"]["Failure"],
            None | Some(Value::Null) => return vec![format!("{status} is not documented")],
            Some(response) => {
                // An answer without a body, such as 304.
                if kind.is_empty() && response["content"].is_null() {
                    return Vec::new();
                }
                let content = &response["content"][kind];
                if content.is_null() {
                    return vec![format!("{kind:?} is not documented")];
                }
                &content["schema"]
            }
        };
        if kind == "application/json" {
            self.compare(schema, body, "body", &mut wrong);
            if body["success"].as_bool() != Some(status < 400) && !path.ends_with("/openapi.json") {
                wrong.push(format!("success is {}", body["success"]));
            }
        }
        wrong
    }

    /// The operation of a path: a fixed segment wins over a parameter in the same position.
    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let fits = |template: &str| {
            let (wanted, given): (Vec<&str>, Vec<&str>) =
                (template.split('/').collect(), path.split('/').collect());
            wanted.len() == given.len()
                && wanted
                    .iter()
                    .zip(&given)
                    .all(|(wanted, given)| wanted == given || wanted.starts_with('{'))
        };
        let paths = object(&self.0["paths"])
            .iter()
            .filter(|(template, _)| fits(template));
        let (_, methods) = paths.min_by_key(|(template, _)| template.matches('{').count())?;
        methods.get(method.to_ascii_lowercase())
    }

    /// Compares a value with a schema. Panics at an unknown keyword, so that no part of a schema is ignored.
    fn compare(&self, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
        let parts = self.parts(schema);
        let mut properties: Map<String, Value> = Map::new();
        let mut required: Vec<&str> = Vec::new();
        for part in &parts {
            let names = part.get("required").and_then(Value::as_array);
            required.extend(names.into_iter().flatten().filter_map(Value::as_str));
            for (keyword, wanted) in *part {
                match keyword.as_str() {
                    "properties" => properties.extend(object(wanted).clone()),
                    "type" => {
                        let fits = match wanted {
                            Value::Array(types) => types.iter().any(|wanted| is(value, wanted)),
                            one => is(value, one),
                        };
                        if !fits {
                            wrong.push(format!("{at}: {value} is not {wanted}"));
                        }
                    }
                    "oneOf" => {
                        let fitting = wanted.as_array().into_iter().flatten().filter(|schema| {
                            let mut wrong = Vec::new();
                            self.compare(schema, value, at, &mut wrong);
                            wrong.is_empty()
                        });
                        let count = fitting.count();
                        if count != 1 {
                            wrong.push(format!("{at}: {value} is {count} of {wanted}"));
                        }
                    }
                    "items" => {
                        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                            self.compare(wanted, item, &format!("{at}[{index}]"), wrong);
                        }
                    }
                    "format" | "pattern" => {
                        if value.as_str().is_some_and(|text| !has_form(text, wanted)) {
                            wrong.push(format!("{at}: {value} does not have the form {wanted}"));
                        }
                    }
                    "enum" => {
                        let words = wanted.as_array().into_iter().flatten();
                        if !words.into_iter().any(|word| word == value) {
                            wrong.push(format!("{at}: {value} is none of {wanted}"));
                        }
                    }
                    "minLength" | "maxLength" => {
                        let length = value.as_str().map(|text| text.chars().count() as u64);
                        let limit = wanted.as_u64();
                        let fits = match keyword.as_str() {
                            "minLength" => length.is_none_or(|length| Some(length) >= limit),
                            _ => length.is_none_or(|length| Some(length) <= limit),
                        };
                        if !fits {
                            wrong.push(format!("{at}: {keyword} {wanted} and {length:?} characters"));
                        }
                    }
                    "maxItems" => {
                        let items = value.as_array().map(|items| items.len() as u64);
                        if items > wanted.as_u64() {
                            wrong.push(format!("{at}: more than {wanted} entries"));
                        }
                    }
                    "minimum" => {
                        if value.as_f64() < wanted.as_f64() && value.is_number() {
                            wrong.push(format!("{at}: {value} is less than {wanted}"));
                        }
                    }
                    "description" | "examples" | "required" | "allOf" | "$ref" | "x-messages" => {}
                    unknown => panic!("{at}: a schema says {unknown}: teach it to compare that"),
                }
            }
        }
        if let Value::Object(fields) = value
            && !properties.is_empty()
        {
            self.compare_fields(&properties, fields, at, wrong);
            let missing = required.iter().filter(|name| !fields.contains_key(**name));
            wrong.extend(missing.map(|name| format!("{at}.{name} is missing")));
        }
    }

    fn compare_fields(
        &self,
        properties: &Map<String, Value>,
        fields: &Map<String, Value>,
        at: &str,
        wrong: &mut Vec<String>,
    ) {
        for (name, schema) in properties {
            if let Some(value) = fields.get(name) {
                self.compare(schema, value, &format!("{at}.{name}"), wrong);
            }
        }
        let unknown = fields.keys().filter(|name| !properties.contains_key(*name));
        wrong.extend(unknown.map(|name| format!("{at}.{name} is not documented")));
    }

    /// The target of a reference within the document.
    fn referred(&self, reference: &str) -> &Value {
        let referred = self.0.pointer(reference.trim_start_matches('#'));
        referred.unwrap_or_else(|| panic!("no {reference}"))
    }

    /// All schemas that apply at once: the schema itself, its references, and its parts.
    fn parts<'a>(&'a self, schema: &'a Value) -> Vec<&'a Map<String, Value>> {
        let mut parts = vec![object(schema)];
        if let Some(reference) = schema["$ref"].as_str() {
            parts.extend(self.parts(self.referred(reference)));
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            parts.extend(self.parts(part));
        }
        parts
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value
        .as_object()
        .unwrap_or_else(|| panic!("{value} is no object"))
}

fn is(value: &Value, wanted: &Value) -> bool {
    match wanted.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}

/// Whether a text matches a format, is one of the words of a pattern such as `^(one|other)$`, or is an identifier by a
/// pattern such as `^book_[1-9][0-9]{0,18}$`.
fn has_form(text: &str, wanted: &Value) -> bool {
    match wanted.as_str().unwrap_or_default() {
        "date" => text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok(),
        "date-time" => text.len() == 24 && text.ends_with('Z') && text.parse::<jiff::Timestamp>().is_ok(),
        pattern => {
            let inner = pattern.strip_prefix('^');
            if let Some(start) = inner.and_then(|rest| rest.strip_suffix("[1-9][0-9]{0,18}$")) {
                return text.strip_prefix(start).is_some_and(is_number_of_an_id);
            }
            let words = inner
                .and_then(|rest| rest.strip_prefix('('))
                .and_then(|rest| rest.strip_suffix(")$"));
            match words {
                Some(words) => words.split('|').any(|word| word == text),
                None => Regex::new(pattern).expect("a regular expression").is_match(text),
            }
        }
    }
}

fn is_number_of_an_id(text: &str) -> bool {
    (1..=19).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0')
}
