//! The error of one field, with the code and the values that follow from its message.

use std::borrow::Cow;

use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::messages;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// The data of a message, by name.
pub(crate) type Values = Map<String, Value>;

/// The members of an object; nothing of other values.
pub(super) fn values_of(value: Value) -> Values {
    match value {
        Value::Object(members) => members,
        _ => Values::new(),
    }
}

/// The code of a message that is not in the table, which no test has met.
const OTHER: &str = "other";

/// The error of one field; in a refusal, `field` is the code of one reason.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldError)]
pub(crate) struct FieldFailure {
    pub field: String,
    /// A message for people.
    pub message: String,
    /// A code for programs.
    #[schema(value_type = FieldErrorCode)]
    pub code: &'static str,
    /// The data of the code, for a message in another language.
    #[schema(value_type = Object)]
    pub values: Values,
}

impl FieldFailure {
    /// The error of a field by its message.
    pub(crate) fn new(field: String, message: String) -> Self {
        let coded = messages::coded(&message);
        debug_assert!(
            coded.is_some(),
            "{message:?} needs a code in crates/domain/src/messages.rs"
        );
        let (code, values) = coded.map_or((OTHER, Values::new()), |coded| {
            let values = coded.values.iter();
            let values = values.map(|(name, text)| ((*name).to_owned(), value(text)));
            (coded.code, values.collect())
        });
        FieldFailure {
            field,
            message,
            code,
            values,
        }
    }

    /// A reason of a refusal among the errors.
    pub(super) fn of_refusal(code: &'static str, message: &str, values: &Values) -> Self {
        FieldFailure {
            field: code.to_owned(),
            message: message.to_owned(),
            code,
            values: values.clone(),
        }
    }
}

/// A number as a number, so that each language writes it in its way.
fn value(text: &str) -> Value {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match text.parse::<f64>() {
        Ok(_) if is_number && !text.contains('.') => {
            text.parse::<i64>().map_or(json!(text), |whole| json!(whole))
        }
        Ok(number) if is_number => json!(number),
        _ => json!(text),
    }
}

/// The codes of field errors in the document, with their English messages.
pub(crate) struct FieldErrorCode;

impl PartialSchema for FieldErrorCode {
    fn schema() -> RefOr<Schema> {
        let mut codes = messages::codes();
        codes.extend(Refusal::CODES);
        codes.push(OTHER);
        codes.sort_unstable();
        codes.dedup();
        let texts: Map<String, Value> = messages::texts()
            .map(|(code, text)| (code.to_owned(), json!(text)))
            .collect();
        let extensions = ExtensionsBuilder::new().add("x-messages", texts).build();
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(codes))
            .extensions(Some(extensions))
            .into()
    }
}

impl ToSchema for FieldErrorCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("FieldErrorCode")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::value;

    #[test]
    fn numbers_are_numbers() {
        for (text, expected) in [
            ("50", json!(50)),
            ("10.50", json!(10.5)),
            ("title, author", json!("title, author")),
            ("1.2.3", json!("1.2.3")),
            ("99999999999999999999", json!("99999999999999999999")),
        ] {
            assert_eq!(value(text), expected);
        }
    }
}
