//! The sections of the settings: where each is stored.

use carrel_domain::calendar::Calendar;
use carrel_domain::circulation::policy::{PolicyName, PolicyValue};
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::Amount;
use carrel_domain::settings::{
    BookDataSettings, CatalogueSettings, CurrencyUse, HomeSettings, LibrarySettings, PageName,
    PrivacySettings, SecuritySettings, ValidRule, change_currency, security,
};
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_storage::borrowings::{self, Filter};
use carrel_storage::code_lists::{self, CodeList, CodeRow};
use carrel_storage::policies::PolicyRow;
use carrel_storage::{Connection, Transaction, ledger, policies, settings, texts};
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::settings::{Settings, key};
use crate::settings::due_instants::follow_zone;
use crate::settings::section::Section;

/// Writes a setting, or removes it when there is no value.
async fn put(transaction: &mut Transaction, context: &Context, key: &str, value: Option<&str>) -> Result<()> {
    match value {
        Some(value) => settings::set(transaction, key, value, context.now_ms()).await?,
        None => settings::remove(transaction, key).await?,
    }
    Ok(())
}

impl Section for LibrarySettings {
    fn name(&self) -> &'static str {
        "library"
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        let settings = Settings::load(connection).await?;
        Ok(LibrarySettings {
            name: settings.name,
            time_zone: settings.zone_name,
            currency: settings.currency,
            language: settings.language,
            contact: settings.contact,
        })
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let before = Settings::load(transaction).await?;
        if self.currency != before.currency {
            let uses = uses_of_currency(transaction, context).await?;
            change_currency(before.currency, self.currency, uses)
                .map_err(|error| Error::Invalid(vec![error]))?;
        }
        // When it was written is when it last changed: the undo of a return asks for that.
        if self.currency != before.currency || settings::find(transaction, key::CURRENCY).await?.is_none() {
            put(transaction, context, key::CURRENCY, Some(self.currency.code())).await?;
        }
        let contact = &self.contact;
        for (key, value) in [
            (key::NAME, Some(self.name.as_str())),
            (key::TIME_ZONE, Some(self.time_zone.as_str())),
            (key::LANGUAGE, Some(self.language.as_str())),
            (key::CONTACT_EMAIL, contact.email.as_deref()),
            (key::CONTACT_PHONE, contact.phone.as_deref()),
            (key::CONTACT_ADDRESS, contact.address.as_deref()),
        ] {
            put(transaction, context, key, value).await?;
        }
        if self.time_zone == before.zone_name {
            return Ok(());
        }
        // Due days stay; their ends are computed in the new zone.
        let zone = Settings::load(transaction).await?.zone;
        follow_zone(transaction, &zone, context.now_ms()).await
    }
}

/// What depends on the currency now.
async fn uses_of_currency(connection: &mut Connection, context: &Context) -> Result<CurrencyUse> {
    let has_amount = |row: PolicyRow| {
        let value = row
            .name
            .parse::<PolicyName>()
            .ok()?
            .parse_value(&row.value)
            .ok()?;
        Some(matches!(value, PolicyValue::Money(amount) if amount != Amount::ZERO))
    };
    let rules = policies::all(connection).await?;
    let open = Filter::everybody(BorrowingState::Open, context.now_ms());
    Ok(CurrencyUse {
        is_booked: !ledger::is_empty(connection).await?,
        is_in_rules: rules
            .into_iter()
            .filter_map(has_amount)
            .any(|has_amount| has_amount),
        is_in_loans: borrowings::count(connection, &open).await? > 0,
    })
}

/// The days on which the library is closed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OpeningDays(pub Calendar);

impl Section for OpeningDays {
    fn name(&self) -> &'static str {
        "opening_days"
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        Ok(OpeningDays(Settings::load(connection).await?.calendar))
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let digits = weekday_digits(self.0.closed_weekdays);
        settings::set(transaction, key::CLOSED_WEEKDAYS, &digits, context.now_ms()).await?;
        settings::remove_closures(transaction).await?;
        for closure in &self.0.closures {
            settings::add_closure(transaction, &closure.date.to_string(), &closure.name).await?;
        }
        Ok(())
    }
}

/// Seven digits from Monday, 1 for closed.
pub(crate) fn weekday_digits(closed: [bool; 7]) -> String {
    closed
        .map(|closed| if closed { '1' } else { '0' })
        .iter()
        .collect()
}

/// The rules of circulation that differ from the defaults.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rules(pub Vec<ValidRule>);

impl Rules {
    /// A rule for a kind that is on no list would never apply.
    async fn refuse_unknown_kinds(&self, transaction: &mut Transaction) -> Result<()> {
        let patron_categories = code_lists::all(transaction, CodeList::PatronCategories).await?;
        let item_types = code_lists::all(transaction, CodeList::ItemTypes).await?;
        let is_known = |list: &[CodeRow], code: &Option<String>| {
            code.as_ref()
                .is_none_or(|code| list.iter().any(|entry| entry.code == *code))
        };
        for rule in &self.0 {
            if !is_known(&patron_categories, &rule.patron_category) {
                let message = "There is a rule for a patron category that is on no list";
                return Err(Error::Invalid(vec![FieldError::new("rules", message)]));
            }
            if !is_known(&item_types, &rule.item_type) {
                let message = "There is a rule for an item type that is on no list";
                return Err(Error::Invalid(vec![FieldError::new("rules", message)]));
            }
        }
        Ok(())
    }
}

impl Section for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        let rows = policies::all(connection).await?;
        let mut rules: Vec<ValidRule> = rows.into_iter().filter_map(shown).collect();
        rules.sort();
        Ok(Rules(rules))
    }

    /// Unchanged rules keep their rows, so that the age of a row is that of its value.
    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        self.refuse_unknown_kinds(transaction).await?;
        let mut wanted: Vec<&ValidRule> = self.0.iter().collect();
        for row in policies::all(transaction).await? {
            let Some(rule) = shown(row.clone()) else {
                continue;
            };
            let place = wanted.iter().position(|wanted| {
                wanted.name == rule.name
                    && wanted.patron_category == rule.patron_category
                    && wanted.item_type == rule.item_type
            });
            match place.map(|place| wanted.swap_remove(place)) {
                Some(wanted) if wanted.value == rule.value => {}
                Some(wanted) => {
                    policies::set_value(transaction, row.id, &wanted.value, context.now_ms()).await?;
                }
                None => policies::remove(transaction, row.id).await?,
            }
        }
        for rule in wanted {
            let row = PolicyRow {
                id: transaction.fresh_id().await?,
                name: rule.name.as_str().to_owned(),
                patron_category: rule.patron_category.clone(),
                item_type: rule.item_type.clone(),
                branch: None,
                value: rule.value.clone(),
            };
            policies::insert(transaction, &row, context.now_ms()).await?;
        }
        Ok(())
    }
}

/// A stored rule in the form of this section; rules for branches, rules that no feature applies yet, and rules whose
/// name this version does not know, are ignored.
fn shown(row: PolicyRow) -> Option<ValidRule> {
    if row.branch.is_some() {
        return None;
    }
    let name = row.name.parse::<PolicyName>().ok()?;
    name.def().in_force.then_some(ValidRule {
        name,
        patron_category: row.patron_category,
        item_type: row.item_type,
        value: row.value,
    })
}

/// The key of the home page's content among the texts.
pub(crate) const HOME_TEXT: &str = "home";

impl Section for HomeSettings {
    fn name(&self) -> &'static str {
        HOME_TEXT
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        match texts::find(connection, HOME_TEXT).await? {
            Some((json, _)) => {
                serde_json::from_str(&json).map_err(|error| Error::Defect(format!("the home page: {error}")))
            }
            None => Ok(HomeSettings::default()),
        }
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let json =
            serde_json::to_string(self).map_err(|error| Error::Defect(format!("the home page: {error}")))?;
        texts::set(transaction, HOME_TEXT, &json, context.now_ms()).await?;
        Ok(())
    }
}

/// A page's own text; `None` for the standard one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PageText {
    pub page: PageName,
    pub text: Option<String>,
}

impl PageText {
    /// The key of a page's text among the texts.
    pub(crate) fn key(page: PageName) -> String {
        format!("page.{}", page.as_str())
    }
}

impl Section for PageText {
    fn name(&self) -> &'static str {
        match self.page {
            PageName::About => "page.about",
            PageName::Contact => "page.contact",
            PageName::Privacy => "page.privacy",
            PageName::Terms => "page.terms",
            PageName::Help => "page.help",
        }
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        let found = texts::find(connection, &PageText::key(self.page)).await?;
        Ok(PageText {
            page: self.page,
            text: found.map(|(text, _)| text),
        })
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let key = PageText::key(self.page);
        match &self.text {
            Some(text) => texts::set(transaction, &key, text, context.now_ms()).await?,
            None => texts::remove(transaction, &key).await?,
        }
        Ok(())
    }
}

/// Who may register.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Registration {
    pub open: bool,
}

impl Section for Registration {
    fn name(&self) -> &'static str {
        "registration"
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        let closed = settings::find(connection, key::REGISTRATION).await?;
        Ok(Registration {
            open: closed.is_none(),
        })
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        put(
            transaction,
            context,
            key::REGISTRATION,
            (!self.open).then_some("closed"),
        )
        .await
    }
}

impl Section for CatalogueSettings {
    fn name(&self) -> &'static str {
        key::CATALOGUE
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        Ok(Settings::load(connection).await?.catalogue)
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let json = serde_json::to_string(self)
            .map_err(|error| Error::Defect(format!("the settings of the open catalogue: {error}")))?;
        put(transaction, context, key::CATALOGUE, Some(&json)).await
    }
}

impl Section for BookDataSettings {
    fn name(&self) -> &'static str {
        key::BOOK_DATA
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        Ok(Settings::load(connection).await?.book_data)
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let json = serde_json::to_string(self)
            .map_err(|error| Error::Defect(format!("the settings of book data: {error}")))?;
        put(transaction, context, key::BOOK_DATA, Some(&json)).await
    }
}

impl Section for SecuritySettings {
    fn name(&self) -> &'static str {
        key::SECURITY
    }

    fn act(&self) -> Act {
        Act::ManageSecurity
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        Ok(Settings::load(connection).await?.security)
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let has_mail = settings::find(transaction, key::MAIL).await?.is_some();
        if self.confirm_addresses_first && !has_mail {
            let error = FieldError::new("confirmAddressesFirst", security::message::CONFIRM_NEEDS_MAIL);
            return Err(Error::Invalid(vec![error]));
        }
        let json = serde_json::to_string(self)
            .map_err(|error| Error::Defect(format!("the settings of security: {error}")))?;
        put(transaction, context, key::SECURITY, Some(&json)).await
    }
}

impl Section for PrivacySettings {
    fn name(&self) -> &'static str {
        key::PRIVACY
    }

    fn act(&self) -> Act {
        Act::ManageSecurity
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        Ok(Settings::load(connection).await?.privacy)
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let json = serde_json::to_string(self)
            .map_err(|error| Error::Defect(format!("the settings of privacy: {error}")))?;
        put(transaction, context, key::PRIVACY, Some(&json)).await
    }
}
