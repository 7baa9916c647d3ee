//! What staff enter about copies: new ones, and changes.

use std::collections::BTreeSet;

use super::barcode;
use super::condition::Condition;
use crate::circulation::copy_state::CopyState;
use crate::limits::Text;
use crate::money::Amount;
use crate::patch::Patch;
use crate::validation::{EntryError, FormErrors, optional_line, required_line, trimmed};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};

    /// The barcode of a new copy; empty for a generated one.
    pub const NEW_BARCODE: Text = Text::up_to(100, Form::LINE);
    /// The barcode of a copy.
    pub const BARCODE: Text = Text::of(1, 100, Form::FILLED_LINE);
    /// Where copies stand, such as a room or a shelf.
    pub const LOCATION: Text = Text::up_to(80, Form::LINE);
    /// The call number.
    pub const CALL_NUMBER: Text = Text::up_to(80, Form::LINE);
    /// Why a copy is in its state.
    pub const STATE_REASON: Text = Text::up_to(200, Form::LINE);
    /// The maximum price of a copy, in minor units: a million dollars.
    pub const MOST_PRICE_MINOR: i64 = 100_000_000;
    /// New copies with their own barcodes or conditions.
    pub const COPIES: List = List::filled(1000);
}

const COUNT: &str = "Count must be between 1 and 1000";
const COUNT_OR_COPIES: &str = "Please send either a count or the copies";
const BARCODE_REQUIRED: &str = "Please enter a barcode";
const BARCODE_TOO_LONG: &str = "The barcode cannot exceed 100 characters";
const BARCODE_TWICE: &str = "This barcode is entered twice";
const LOCATION_TOO_LONG: &str = "The location cannot exceed 80 characters";
const CALL_NUMBER_TOO_LONG: &str = "The call number cannot exceed 80 characters";
const STATE_REASON_TOO_LONG: &str = "The reason cannot exceed 200 characters";
const NOT_ALLOWED: &str = "This contains characters that are not allowed";
const UNKNOWN_CONDITION: &str = "There is no such condition";
const PRICE_NOT_POSITIVE: &str = "The price must be more than zero";
const PRICE_TOO_LARGE: &str = "The price is too large";
const LENDABLE_REQUIRED: &str = "Please say whether the copy is for loan";
const UNKNOWN_STATE: &str = "A copy can be set to available, lost, damaged or in_repair";

/// The message for a barcode that another copy has.
pub const BARCODE_TAKEN: &str = "Another copy has this barcode";

/// New copies as they were sent.
#[derive(Clone, Debug, Default)]
pub struct CopiesForm {
    /// `count`
    pub count: Option<i64>,
    /// `copies`
    pub copies: Option<Vec<NewCopyForm>>,
    /// `location`
    pub location: Option<String>,
    /// `callNumber`
    pub call_number: Option<String>,
    /// `itemType`
    pub item_type: Option<String>,
    /// `isLendable`
    pub is_lendable: Option<bool>,
    /// `price`
    pub price: Option<Amount>,
}

/// A new copy as it was sent.
#[derive(Clone, Debug, Default)]
pub struct NewCopyForm {
    /// `barcode`
    pub barcode: Option<String>,
    /// `condition`
    pub condition: Option<String>,
}

/// Copies to add to a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCopies {
    pub copies: Vec<CopyToAdd>,
    /// Where they stand.
    pub location: Option<String>,
    pub call_number: Option<String>,
    /// The code of an item type; none for that of the book.
    pub item_type: Option<String>,
    /// False for copies that are only used in the library.
    pub is_lendable: bool,
    /// What a new copy costs, when it is known.
    pub price: Option<Amount>,
}

/// No copies; those added to it are for loan.
impl Default for NewCopies {
    fn default() -> Self {
        NewCopies {
            copies: Vec::new(),
            location: None,
            call_number: None,
            item_type: None,
            is_lendable: true,
            price: None,
        }
    }
}

/// A copy to add.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyToAdd {
    /// None for a generated one.
    pub barcode: Option<String>,
    pub condition: Option<Condition>,
}

impl NewCopies {
    /// Copies with generated barcodes, about which nothing else is known.
    pub fn generated(count: u16) -> Self {
        NewCopies {
            copies: vec![CopyToAdd::default(); usize::from(count)],
            ..NewCopies::default()
        }
    }
}

impl CopiesForm {
    /// Validates the form.
    ///
    /// # Errors
    /// Every field that is not valid.
    pub fn validate(self) -> Result<NewCopies, FormErrors> {
        let mut errors = FormErrors::default();
        let copies = match (self.count, self.copies) {
            (Some(_), Some(_)) => errors.take("count", Err(COUNT_OR_COPIES)),
            (count, None) => errors.take("count", counted(count.unwrap_or(1))),
            (None, Some(copies)) if copies.is_empty() || copies.len() > limit::COPIES.max => {
                errors.take("copies", Err(COUNT))
            }
            (None, Some(copies)) => Some(new_copies(&copies, &mut errors)),
        };
        let location = errors.take("location", location(self.location.as_deref()));
        let call_number = errors.take("callNumber", call_number(self.call_number.as_deref()));
        let price = errors.take("price", self.price.map(price).transpose());
        match (copies, location, call_number, price) {
            (Some(copies), Some(location), Some(call_number), Some(price)) if errors.is_empty() => {
                Ok(NewCopies {
                    copies,
                    location,
                    call_number,
                    item_type: trimmed(self.item_type.as_deref()).map(str::to_owned),
                    is_lendable: self.is_lendable.unwrap_or(true),
                    price,
                })
            }
            _ => Err(errors),
        }
    }
}

/// Copies with generated barcodes, as many as a form says.
fn counted(count: i64) -> Result<Vec<CopyToAdd>, &'static str> {
    let count = usize::try_from(count).map_err(|_| COUNT)?;
    if (1..=limit::COPIES.max).contains(&count) {
        Ok(vec![CopyToAdd::default(); count])
    } else {
        Err(COUNT)
    }
}

/// The copies of a form; those that are not valid have recorded their errors.
fn new_copies(forms: &[NewCopyForm], errors: &mut FormErrors) -> Vec<CopyToAdd> {
    let mut keys = BTreeSet::new();
    let mut copies = Vec::with_capacity(forms.len());
    for (index, form) in forms.iter().enumerate() {
        let mut wrong = |part, message: &str| errors.entry(EntryError::new("copies", index, part, message));
        let mut copy = CopyToAdd::default();
        match line(form.barcode.as_deref(), limit::NEW_BARCODE, BARCODE_TOO_LONG) {
            Ok(Some(text)) if !keys.insert(barcode::key(&text)) => wrong("barcode", BARCODE_TWICE),
            Ok(text) => copy.barcode = text,
            Err(message) => wrong("barcode", message),
        }
        match condition(form.condition.as_deref()) {
            Ok(known) => copy.condition = known,
            Err(message) => wrong("condition", message),
        }
        copies.push(copy);
    }
    copies
}

/// A change of a copy. An absent field is unchanged, and null clears it.
#[derive(Clone, Debug, Default)]
pub struct CopyDraft {
    /// `barcode`
    pub barcode: Patch<String>,
    /// `location`
    pub location: Patch<String>,
    /// `callNumber`
    pub call_number: Patch<String>,
    /// `condition`
    pub condition: Patch<String>,
    /// `itemType`
    pub item_type: Patch<String>,
    /// `isLendable`
    pub is_lendable: Patch<bool>,
    /// `price`
    pub price: Patch<Amount>,
    /// `state`
    pub state: Patch<String>,
    /// `stateReason`
    pub state_reason: Patch<String>,
}

/// A valid change of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyChange {
    /// A new one.
    pub barcode: Option<String>,
    pub location: Patch<String>,
    pub call_number: Patch<String>,
    pub condition: Patch<Condition>,
    /// The code of an item type; none for that of the book.
    pub item_type: Patch<String>,
    /// Whether it may leave the library from now on.
    pub is_lendable: Option<bool>,
    /// What a new copy costs.
    pub price: Patch<Amount>,
    /// The state after the change.
    pub state: Option<CopyState>,
    /// Why it is in that state.
    pub state_reason: Patch<String>,
}

impl CopyDraft {
    /// Validates the change.
    ///
    /// # Errors
    /// Every field that is not valid.
    pub fn validate(self) -> Result<CopyChange, FormErrors> {
        let mut errors = FormErrors::default();
        let barcode = match &self.barcode {
            Patch::Keep => Ok(None),
            Patch::Clear => Err(BARCODE_REQUIRED),
            Patch::Set(text) => required_line(
                Some(text),
                limit::BARCODE,
                BARCODE_REQUIRED,
                BARCODE_TOO_LONG,
                NOT_ALLOWED,
            )
            .map(Some),
        };
        let barcode = errors.take("barcode", barcode);
        let location = errors.take("location", changed(&self.location, location));
        let call_number = errors.take("callNumber", changed(&self.call_number, call_number));
        let condition = errors.take("condition", changed(&self.condition, condition));
        let is_lendable = errors.take("isLendable", lendable(&self.is_lendable));
        let new_price = errors.take("price", changed_price(&self.price));
        let state = errors.take("state", state(&self.state));
        let state_reason = errors.take("stateReason", changed(&self.state_reason, state_reason));
        let change = || {
            Some(CopyChange {
                barcode: barcode?,
                location: location?,
                call_number: call_number?,
                condition: condition?,
                item_type: match trimmed(self.item_type.as_str()) {
                    Some(code) => Patch::Set(code.to_owned()),
                    None if self.item_type == Patch::Keep => Patch::Keep,
                    None => Patch::Clear,
                },
                is_lendable: is_lendable?,
                price: new_price?,
                state: state?,
                state_reason: state_reason?,
            })
        };
        change().ok_or(errors)
    }
}

/// The change of a value that may be empty.
fn changed<T>(
    patch: &Patch<String>,
    read: fn(Option<&str>) -> Result<Option<T>, &'static str>,
) -> Result<Patch<T>, &'static str> {
    match patch {
        Patch::Keep => Ok(Patch::Keep),
        Patch::Clear => Ok(Patch::Clear),
        Patch::Set(text) => read(Some(text)).map(Patch::from),
    }
}

fn line(text: Option<&str>, limit: Text, too_long: &'static str) -> Result<Option<String>, &'static str> {
    optional_line(text, limit, too_long, NOT_ALLOWED)
}

fn location(text: Option<&str>) -> Result<Option<String>, &'static str> {
    line(text, limit::LOCATION, LOCATION_TOO_LONG)
}

fn call_number(text: Option<&str>) -> Result<Option<String>, &'static str> {
    line(text, limit::CALL_NUMBER, CALL_NUMBER_TOO_LONG)
}

/// Reads why a copy is in its state.
///
/// # Errors
/// It is too long, or contains characters that are not allowed.
pub fn state_reason(text: Option<&str>) -> Result<Option<String>, &'static str> {
    line(text, limit::STATE_REASON, STATE_REASON_TOO_LONG)
}

fn condition(text: Option<&str>) -> Result<Option<Condition>, &'static str> {
    trimmed(text)
        .map(|text| Condition::named(text).ok_or(UNKNOWN_CONDITION))
        .transpose()
}

fn lendable(patch: &Patch<bool>) -> Result<Option<bool>, &'static str> {
    match patch {
        Patch::Keep => Ok(None),
        Patch::Clear => Err(LENDABLE_REQUIRED),
        Patch::Set(is_lendable) => Ok(Some(*is_lendable)),
    }
}

fn changed_price(patch: &Patch<Amount>) -> Result<Patch<Amount>, &'static str> {
    match patch {
        Patch::Keep => Ok(Patch::Keep),
        Patch::Clear => Ok(Patch::Clear),
        Patch::Set(given) => price(*given).map(Patch::Set),
    }
}

fn price(given: Amount) -> Result<Amount, &'static str> {
    if !given.is_positive() {
        Err(PRICE_NOT_POSITIVE)
    } else if given.0 > limit::MOST_PRICE_MINOR {
        Err(PRICE_TOO_LARGE)
    } else {
        Ok(given)
    }
}

/// The states that staff set. A loan and a return have calls of their own, and so has the withdrawal.
pub const SETTABLE: [CopyState; 4] = [
    CopyState::Available,
    CopyState::Lost,
    CopyState::Damaged,
    CopyState::InRepair,
];

fn state(patch: &Patch<String>) -> Result<Option<CopyState>, &'static str> {
    match patch {
        Patch::Keep => Ok(None),
        Patch::Clear => Err(UNKNOWN_STATE),
        Patch::Set(text) => {
            let known = SETTABLE.into_iter().find(|state| state.as_str() == text);
            known.map(Some).ok_or(UNKNOWN_STATE)
        }
    }
}
