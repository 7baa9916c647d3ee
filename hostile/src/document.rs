//! The OpenAPI document: the source of the calls, and the check of the responses.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};

use crate::Outcome;

/// A parsed document.
pub struct Document {
    root: Arc<Value>,
    operations: Vec<Operation>,
    failure: Arc<Schema>,
}

/// One call that the document describes.
pub struct Operation {
    pub id: String,
    /// In upper case.
    pub method: String,
    /// With its parameters in braces.
    pub path: String,
    pub parameters: Vec<Parameter>,
    /// The schema of the JSON body.
    pub body: Option<Value>,
    pub is_secured: bool,
    answers: BTreeMap<String, Content>,
}

/// A parameter of a call.
pub struct Parameter {
    pub name: String,
    /// `path`, `query` or `header`.
    pub place: String,
    pub schema: Value,
}

/// The content of a response.
struct Content {
    kind: String,
    schema: Option<Arc<Schema>>,
}

/// A schema of the document. To compile one takes 20 ms, since each contains all components: it is compiled at its first
/// use, and shared by all answers that have it.
struct Schema {
    root: Arc<Value>,
    json: Value,
    compiled: OnceLock<Validator>,
}

/// The schemas of the document by their text.
type Schemas = HashMap<String, Arc<Schema>>;

impl Document {
    /// Reads a document.
    pub fn parse(text: &str) -> Outcome<Self> {
        let root: Arc<Value> = Arc::new(serde_json::from_str(text)?);
        let mut schemas = Schemas::new();
        let mut operations = Vec::new();
        for (path, methods) in object(&root["paths"]) {
            for (method, json) in object(methods) {
                operations.push(Operation::read(&root, &mut schemas, path, method, json));
            }
        }
        let failure = Schema::shared(
            &root,
            &mut schemas,
            &json!({ "$ref": "#/components/schemas/Failure" }),
        );
        Ok(Document {
            root,
            operations,
            failure,
        })
    }

    /// All operations.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The first error in the body of a failure.
    pub fn failure_is_wrong(&self, body: &Value) -> Option<String> {
        self.failure.first_error(body)
    }

    /// A schema with its reference resolved.
    pub fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(reference) => self.resolve(referred(&self.root, reference)),
            None => schema,
        }
    }

    /// The fields of a form, with those of the schemas that it includes.
    pub fn fields<'a>(&'a self, schema: &'a Value) -> Vec<(&'a str, &'a Value)> {
        let schema = self.resolve(schema);
        let own = schema["properties"].as_object();
        let mut fields: Vec<(&str, &Value)> = own
            .into_iter()
            .flatten()
            .map(|(name, schema)| (name.as_str(), schema))
            .collect();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            fields.extend(self.fields(part));
        }
        fields
    }
}

impl Operation {
    fn read(root: &Arc<Value>, schemas: &mut Schemas, path: &str, method: &str, json: &Value) -> Self {
        let parameters = json["parameters"].as_array().into_iter().flatten();
        let mut answers = BTreeMap::new();
        for (status, answer) in object(&json["responses"]) {
            let answer = answer["$ref"]
                .as_str()
                .map_or(answer, |reference| referred(root, reference));
            if let Some((kind, content)) = object(&answer["content"]).iter().next() {
                let is_json = kind == "application/json";
                let schema = is_json.then(|| Schema::shared(root, schemas, &content["schema"]));
                let content = Content {
                    kind: kind.clone(),
                    schema,
                };
                answers.insert(status.clone(), content);
            }
        }
        let body = &json["requestBody"]["content"]["application/json"]["schema"];
        Operation {
            id: json["operationId"].as_str().unwrap_or_default().to_owned(),
            method: method.to_ascii_uppercase(),
            path: path.to_owned(),
            parameters: parameters
                .map(|parameter| Parameter {
                    name: parameter["name"].as_str().unwrap_or_default().to_owned(),
                    place: parameter["in"].as_str().unwrap_or_default().to_owned(),
                    schema: parameter["schema"].clone(),
                })
                .collect(),
            body: (!body.is_null()).then(|| body.clone()),
            is_secured: !json["security"].is_null(),
            answers,
        }
    }

    /// Whether the call writes.
    pub fn changes(&self) -> bool {
        self.method != "GET"
    }

    /// Whether a success has this content type.
    pub fn answers_with(&self, kind: &str) -> bool {
        self.answers
            .get("200")
            .is_some_and(|content| content.kind.starts_with(kind))
    }

    /// The first undocumented part of a response: a status, a content type, a shape.
    pub fn deviation(&self, status: u16, kind: &str, body: Option<&Value>) -> Option<String> {
        let Some(content) = self.answers.get(&status.to_string()) else {
            return Some(format!("{status} is not documented"));
        };
        if content.kind != kind {
            return Some(format!("{kind:?} instead of {:?}", content.kind));
        }
        let schema = content.schema.as_ref()?;
        body.map_or_else(|| Some("no JSON".to_owned()), |body| schema.first_error(body))
    }
}

impl Schema {
    /// The schema with this text, known or new.
    fn shared(root: &Arc<Value>, schemas: &mut Schemas, json: &Value) -> Arc<Self> {
        let new = || Schema {
            root: Arc::clone(root),
            json: json.clone(),
            compiled: OnceLock::new(),
        };
        let known = schemas.entry(json.to_string()).or_insert_with(|| Arc::new(new()));
        Arc::clone(known)
    }

    /// The first deviation of a body. A schema that is none is a deviation of every body.
    fn first_error(&self, body: &Value) -> Option<String> {
        let compiled = match self.compiled() {
            Ok(compiled) => compiled,
            Err(error) => return Some(format!("{} is no schema: {error}", self.json)),
        };
        let error = compiled.iter_errors(body).next()?;
        let place = error.instance_path().to_string();
        let words: String = error.to_string().chars().take(300).collect();
        Some(format!("{place}: {words}"))
    }

    fn compiled(&self) -> Result<&Validator, String> {
        if let Some(compiled) = self.compiled.get() {
            return Ok(compiled);
        }
        let whole = json!({ "allOf": [self.json], "components": self.root["components"] });
        let built = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&whole)
            .map_err(|error| error.to_string())?;
        Ok(self.compiled.get_or_init(|| built))
    }
}

fn referred<'a>(root: &'a Value, reference: &str) -> &'a Value {
    root.pointer(reference.trim_start_matches('#'))
        .unwrap_or(&Value::Null)
}

fn object(value: &Value) -> &Map<String, Value> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    value.as_object().unwrap_or(&NONE)
}
