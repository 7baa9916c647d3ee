/// The origin of a call.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// The caller's network address.
    pub address: String,
    pub user_agent: Option<String>,
}
