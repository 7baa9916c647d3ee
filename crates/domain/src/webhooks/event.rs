//! The events that webhooks report.

use serde::{Deserialize, Serialize};

/// An event that other programs may subscribe to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookEvent {
    /// A copy was lent.
    BorrowingCreated,
    /// A borrowing got a later due day.
    BorrowingRenewed,
    /// A copy came back.
    BorrowingReturned,
    /// A return was undone: the borrowing is open again.
    BorrowingReturnUndone,
    /// A borrowing was undone: it does not exist any more.
    BorrowingUndone,
}

impl WebhookEvent {
    /// Every event.
    pub const ALL: [WebhookEvent; 5] = [
        WebhookEvent::BorrowingCreated,
        WebhookEvent::BorrowingRenewed,
        WebhookEvent::BorrowingReturned,
        WebhookEvent::BorrowingReturnUndone,
        WebhookEvent::BorrowingUndone,
    ];

    /// The event name of a test delivery; it is not an event of the library.
    pub const TEST: &str = "test";

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            WebhookEvent::BorrowingCreated => "borrowing.created",
            WebhookEvent::BorrowingRenewed => "borrowing.renewed",
            WebhookEvent::BorrowingReturned => "borrowing.returned",
            WebhookEvent::BorrowingReturnUndone => "borrowing.return_undone",
            WebhookEvent::BorrowingUndone => "borrowing.undone",
        }
    }

    /// The event with this name.
    pub fn named(text: &str) -> Option<WebhookEvent> {
        WebhookEvent::ALL.into_iter().find(|event| event.as_str() == text)
    }
}

/// The events of one webhook, each at most once, in the order of [`WebhookEvent::ALL`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Events(Vec<WebhookEvent>);

impl Events {
    /// The events of these names; `None` when there is none, or an unknown name.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Events> {
        let wanted: Option<Vec<WebhookEvent>> = names.into_iter().map(WebhookEvent::named).collect();
        let wanted = wanted.filter(|wanted| !wanted.is_empty())?;
        Some(Events(
            WebhookEvent::ALL
                .into_iter()
                .filter(|event| wanted.contains(event))
                .collect(),
        ))
    }

    /// Parses a stored text; a name that this version does not know is ignored.
    pub fn parse(text: &str) -> Events {
        Events(text.split(' ').filter_map(WebhookEvent::named).collect())
    }

    /// Whether this event is one of them.
    pub fn contains(&self, event: WebhookEvent) -> bool {
        self.0.contains(&event)
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = WebhookEvent> {
        self.0.iter().copied()
    }

    /// The stored text: the names, separated by spaces.
    pub fn text(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|event| event.as_str()).collect();
        names.join(" ")
    }
}

impl From<Events> for String {
    fn from(events: Events) -> String {
        events.text()
    }
}

impl From<String> for Events {
    fn from(text: String) -> Events {
        Events::parse(&text)
    }
}
