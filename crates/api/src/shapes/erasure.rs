use serde::Deserialize;
use utoipa::ToSchema;

/// The confirmation of an erasure.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ErasureForm {
    /// The e-mail address of the account, as a confirmation.
    #[schema(required, nullable = false)]
    pub email: Option<String>,
}
