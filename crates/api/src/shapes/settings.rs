use carrel_domain::circulation::policy::{PolicyDef, PolicyKind, PolicyName, PolicyRule};
use carrel_domain::money::Currency;
use carrel_domain::settings::setup::SetupForm;
use carrel_domain::settings::{
    ClosureForm, Figures, HomeForm, HomeSettings, Kind, KindForm, Kinds, KindsForm, LibraryForm,
    LibrarySettings, OpeningForm, PageName, RuleForm, RulesForm, TestimonialForm, ValidRule, Voices,
    weekday_names,
};
use carrel_domain::users::validation::Registration;
use carrel_operations::KindUseRow;
use carrel_operations::settings;
use carrel_operations::settings::{Explanation, OpeningDays, PageText, PublicRules, Rules, Versioned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use super::words::{self, GraceRuleName, PolicyKindName, PublicPageName, RuleName, Weekday};

/// What the library is called, how it counts days and writes money, and how to reach it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LibrarySettings)]
pub(crate) struct LibrarySection {
    pub name: String,
    /// IANA name of the zone whose days count.
    pub time_zone: String,
    /// ISO 4217.
    pub currency: &'static str,
    pub contact_email: Option<String>,
    pub contact_phone: Option<String>,
    pub contact_address: Option<String>,
    /// The codes that `currency` may be.
    pub currencies: Vec<&'static str>,
    /// Tells this state of the section from others.
    pub version: String,
}

impl From<Versioned<LibrarySettings>> for LibrarySection {
    fn from(shown: Versioned<LibrarySettings>) -> Self {
        let LibrarySettings {
            name,
            time_zone,
            currency,
            contact,
        } = shown.section;
        LibrarySection {
            name,
            time_zone,
            currency: currency.code(),
            contact_email: contact.email,
            contact_phone: contact.phone,
            contact_address: contact.address,
            currencies: currencies(),
            version: shown.version,
        }
    }
}

/// The codes of every currency.
pub(crate) fn currencies() -> Vec<&'static str> {
    carrel_domain::money::Currency::all()
        .map(carrel_domain::money::Currency::code)
        .collect()
}

/// What the library is called, how it counts days and writes money, and how to reach it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LibrarySettingsForm)]
pub(crate) struct LibraryBody {
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false)]
    time_zone: Option<String>,
    #[schema(required, nullable = false)]
    currency: Option<String>,
    contact_email: Option<String>,
    contact_phone: Option<String>,
    contact_address: Option<String>,
    /// The version that was changed.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<LibraryBody> for LibraryForm {
    fn from(body: LibraryBody) -> Self {
        LibraryForm {
            name: body.name,
            time_zone: body.time_zone,
            currency: body.currency,
            contact_email: body.contact_email,
            contact_phone: body.contact_phone,
            contact_address: body.contact_address,
        }
    }
}

/// A day on which the library is closed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Closure)]
pub(crate) struct ClosureShape {
    #[schema(format = Date)]
    pub date: String,
    /// Why it is closed.
    pub name: String,
}

impl From<carrel_domain::calendar::Closure> for ClosureShape {
    fn from(closure: carrel_domain::calendar::Closure) -> Self {
        ClosureShape {
            date: closure.date.to_string(),
            name: closure.name,
        }
    }
}

/// The days on which the library is closed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpeningDays)]
pub(crate) struct OpeningSection {
    #[schema(value_type = Vec<Weekday>)]
    pub closed_weekdays: Vec<&'static str>,
    /// In the order of the calendar.
    pub closures: Vec<ClosureShape>,
    /// Tells this state of the section from others.
    pub version: String,
}

impl From<Versioned<OpeningDays>> for OpeningSection {
    fn from(shown: Versioned<OpeningDays>) -> Self {
        let OpeningDays(calendar) = shown.section;
        OpeningSection {
            closed_weekdays: weekday_names(calendar.closed_weekdays),
            closures: calendar.closures.into_iter().map(ClosureShape::from).collect(),
            version: shown.version,
        }
    }
}

/// A day on which the library is to be closed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = ClosureForm)]
pub(crate) struct ClosureBody {
    #[schema(required, nullable = false)]
    date: Option<String>,
    #[schema(required, nullable = false)]
    name: Option<String>,
}

/// The days on which the library is closed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpeningDaysForm)]
pub(crate) struct OpeningBody {
    #[schema(required, nullable = false, value_type = Vec<Weekday>)]
    closed_weekdays: Option<Vec<String>>,
    #[schema(required, nullable = false)]
    closures: Option<Vec<ClosureBody>>,
    /// The version that was changed.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<OpeningBody> for OpeningForm {
    fn from(body: OpeningBody) -> Self {
        let closures = body.closures.unwrap_or_default().into_iter();
        OpeningForm {
            closed_weekdays: body.closed_weekdays.unwrap_or_default(),
            closures: closures
                .map(|ClosureBody { date, name }| ClosureForm { date, name })
                .collect(),
        }
    }
}

/// A rule of circulation, for some people and items or for all.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Rule)]
pub(crate) struct RuleShape {
    /// What it decides.
    #[schema(value_type = RuleName)]
    pub name: &'static str,
    /// Whom it is for; null for everybody.
    pub patron_category: Option<String>,
    /// What it is for; null for everything.
    pub item_type: Option<String>,
    /// Money is in minor units of the currency, such as cents.
    pub value: String,
}

impl From<ValidRule> for RuleShape {
    fn from(rule: ValidRule) -> Self {
        RuleShape {
            name: rule.name.as_str(),
            patron_category: rule.patron_category,
            item_type: rule.item_type,
            value: rule.value,
        }
    }
}

impl From<PolicyRule> for RuleShape {
    fn from(rule: PolicyRule) -> Self {
        RuleShape {
            name: rule.name.as_str(),
            patron_category: rule.patron_category,
            item_type: rule.item_type,
            value: rule.value,
        }
    }
}

/// What can be ruled, and what holds out of the box.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Policy)]
pub(crate) struct PolicyDescription {
    #[schema(value_type = RuleName)]
    pub name: &'static str,
    #[schema(value_type = PolicyKindName)]
    pub kind: &'static str,
    /// Whether the value may be `none`.
    pub optional: bool,
    /// The decimal places of the currency for money, 0 otherwise: 2 where a value of 25 means 0.25.
    pub decimals: u8,
    /// The least number, in minor units for money.
    pub min: Option<i64>,
    /// The greatest number, in minor units for money.
    pub max: Option<i64>,
    /// The words of a choice.
    pub choices: Vec<&'static str>,
    /// What holds when there is no rule.
    pub standard: String,
}

impl PolicyDescription {
    fn of(name: PolicyName, currency: Currency) -> Self {
        let PolicyDef { shape, default, .. } = name.def();
        let decimals = match shape.kind {
            PolicyKind::Money => currency.exponent(),
            _ => 0,
        };
        PolicyDescription {
            name: name.as_str(),
            kind: match shape.kind {
                PolicyKind::Number => "number",
                PolicyKind::Money => "money",
                PolicyKind::Flag => "flag",
                PolicyKind::Choice => "choice",
                PolicyKind::Day => "day",
            },
            optional: shape.optional,
            decimals,
            min: shape.range.map(|(min, _)| min),
            max: shape.range.map(|(_, max)| max),
            choices: shape.choices.to_vec(),
            standard: default.to_string(),
        }
    }
}

/// The rules of circulation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Rules)]
pub(crate) struct RulesSection {
    /// What differs from the standard.
    pub rules: Vec<RuleShape>,
    /// Everything that can be ruled.
    pub policies: Vec<PolicyDescription>,
    /// Tells this state of the section from others.
    pub version: String,
}

impl RulesSection {
    /// The rules of a library with this currency.
    pub(crate) fn of(shown: Versioned<Rules>, currency: Currency) -> Self {
        let Rules(rules) = shown.section;
        RulesSection {
            rules: rules.into_iter().map(RuleShape::from).collect(),
            policies: PolicyName::in_force()
                .map(|name| PolicyDescription::of(name, currency))
                .collect(),
            version: shown.version,
        }
    }
}

/// A rule of circulation to be.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleForm)]
pub(crate) struct RuleBody {
    #[schema(required, nullable = false, value_type = RuleName)]
    name: Option<String>,
    patron_category: Option<String>,
    item_type: Option<String>,
    #[schema(required, nullable = false)]
    value: Option<String>,
}

/// All rules of circulation that differ from the standard.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RulesForm)]
pub(crate) struct RulesBody {
    #[schema(required, nullable = false)]
    rules: Option<Vec<RuleBody>>,
    /// The version that was changed.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<RulesBody> for RulesForm {
    fn from(body: RulesBody) -> Self {
        let rules = body.rules.unwrap_or_default().into_iter();
        RulesForm {
            rules: rules
                .map(|rule| RuleForm {
                    name: rule.name,
                    patron_category: rule.patron_category,
                    item_type: rule.item_type,
                    value: rule.value,
                })
                .collect(),
        }
    }
}

/// How many have a kind.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct KindUses {
    pub people: i64,
    pub books: i64,
    /// Copies that have it of their own.
    pub copies: i64,
    pub rules: i64,
}

/// A patron category or an item type.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Kind)]
pub(crate) struct KindShape {
    /// What rules, people, books and copies name it by. It never changes.
    pub code: String,
    pub name: String,
    /// Whether it is no longer offered. Who or what has it keeps it, and its rules go on.
    pub archived: bool,
    pub uses: KindUses,
}

/// The library's own lists of kinds, each in the order in which they are offered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Kinds)]
pub(crate) struct KindsSection {
    /// Kinds of people.
    pub patron_categories: Vec<KindShape>,
    /// Kinds of what is lent.
    pub item_types: Vec<KindShape>,
    /// Tells this state of the section from others.
    pub version: String,
}

impl KindsSection {
    pub(crate) fn new(shown: Versioned<Kinds>, uses: &[KindUseRow]) -> Self {
        let told = |list: &'static str| {
            move |kind: Kind| {
                let count = |noun: &str| {
                    let found = uses
                        .iter()
                        .find(|used| used.list == list && used.code == kind.code && used.noun == noun);
                    found.map_or(0, |used| used.count)
                };
                KindShape {
                    uses: KindUses {
                        people: count("people"),
                        books: count("books"),
                        copies: count("copies"),
                        rules: count("rules"),
                    },
                    code: kind.code,
                    name: kind.name,
                    archived: kind.archived,
                }
            }
        };
        let Kinds {
            patron_categories,
            item_types,
        } = shown.section;
        KindsSection {
            patron_categories: patron_categories
                .into_iter()
                .map(told("patron_category"))
                .collect(),
            item_types: item_types.into_iter().map(told("item_type")).collect(),
            version: shown.version,
        }
    }
}

/// A patron category or an item type to be.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = KindForm)]
pub(crate) struct KindBody {
    /// Absent for a new one, whose code is made of its name.
    code: Option<String>,
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    archived: Option<bool>,
}

/// Both lists of kinds, in the order in which they are to be offered. What is left out goes, unless it is in use.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KindsForm)]
pub(crate) struct KindsBody {
    #[schema(required, nullable = false)]
    patron_categories: Option<Vec<KindBody>>,
    #[schema(required, nullable = false)]
    item_types: Option<Vec<KindBody>>,
    /// The version that was changed.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<KindsBody> for KindsForm {
    fn from(body: KindsBody) -> Self {
        let forms = |kinds: Option<Vec<KindBody>>| {
            let kinds = kinds.unwrap_or_default().into_iter();
            kinds
                .map(|KindBody { code, name, archived }| KindForm { code, name, archived })
                .collect()
        };
        KindsForm {
            patron_categories: forms(body.patron_categories),
            item_types: forms(body.item_types),
        }
    }
}

/// What applies to somebody, and why.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Explanation)]
pub(crate) struct ExplanationShape {
    /// What is decided.
    #[schema(value_type = RuleName)]
    pub name: &'static str,
    /// The value that applies; money is in minor units of the currency.
    pub value: String,
    /// The rule that gave it; null when the standard holds.
    pub rule: Option<RuleShape>,
    /// Rules that match as well, but are less specific.
    pub beaten: Vec<RuleShape>,
}

impl From<Explanation> for ExplanationShape {
    fn from(explanation: Explanation) -> Self {
        let Explanation { name, resolved } = explanation;
        ExplanationShape {
            name: name.as_str(),
            value: resolved.value.to_string(),
            rule: resolved.rule.map(RuleShape::from),
            beaten: resolved.beaten.into_iter().map(RuleShape::from).collect(),
        }
    }
}

/// What somebody said about the library.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Testimonial)]
pub(crate) struct TestimonialShape {
    pub text: String,
    /// Who said it.
    pub by: String,
}

/// The library in numbers.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = LiveFigures)]
pub(crate) struct LiveFiguresShape {
    pub books: u64,
    pub users: u64,
    /// Borrowings of all time.
    pub borrowed: u64,
}

/// The home page's own part; what is null has the standard words.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Home)]
pub(crate) struct HomeShape {
    pub headline: Option<String>,
    pub lead: Option<String>,
    #[schema(value_type = words::Figures)]
    pub figures: &'static str,
    /// The figures, when `figures` is `live`; at most a minute old.
    pub live: Option<LiveFiguresShape>,
    #[schema(value_type = words::Voices)]
    pub voices: &'static str,
    /// The testimonials, when `voices` is `own`.
    pub testimonials: Vec<TestimonialShape>,
}

impl From<settings::Home> for HomeShape {
    fn from(home: settings::Home) -> Self {
        let HomeSettings {
            headline,
            lead,
            figures,
            voices,
            testimonials,
        } = home.settings;
        HomeShape {
            headline,
            lead,
            figures: figures_word(figures),
            live: home.figures.map(|figures| LiveFiguresShape {
                books: figures.books,
                users: figures.users,
                borrowed: figures.borrowed,
            }),
            voices: voices_word(voices),
            testimonials: if voices == Voices::Own {
                testimonial_shapes(testimonials)
            } else {
                Vec::new()
            },
        }
    }
}

fn figures_word(figures: Figures) -> &'static str {
    match figures {
        Figures::Samples => "samples",
        Figures::Live => "live",
        Figures::None => "none",
    }
}

fn voices_word(voices: Voices) -> &'static str {
    match voices {
        Voices::Samples => "samples",
        Voices::Own => "own",
        Voices::None => "none",
    }
}

fn testimonial_shapes(testimonials: Vec<carrel_domain::settings::Testimonial>) -> Vec<TestimonialShape> {
    testimonials
        .into_iter()
        .map(|testimonial| TestimonialShape {
            text: testimonial.text,
            by: testimonial.by,
        })
        .collect()
}

/// The home page's own part, as administrators set it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HomeSettings)]
pub(crate) struct HomeSection {
    pub headline: Option<String>,
    pub lead: Option<String>,
    #[schema(value_type = words::Figures)]
    pub figures: &'static str,
    #[schema(value_type = words::Voices)]
    pub voices: &'static str,
    /// Kept also while they are not shown.
    pub testimonials: Vec<TestimonialShape>,
    /// Tells this state of the section from others.
    pub version: String,
}

impl From<Versioned<HomeSettings>> for HomeSection {
    fn from(shown: Versioned<HomeSettings>) -> Self {
        let home = shown.section;
        HomeSection {
            headline: home.headline,
            lead: home.lead,
            figures: figures_word(home.figures),
            voices: voices_word(home.voices),
            testimonials: testimonial_shapes(home.testimonials),
            version: shown.version,
        }
    }
}

/// A testimonial to be.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = TestimonialForm)]
pub(crate) struct TestimonialBody {
    #[schema(required, nullable = false)]
    text: Option<String>,
    #[schema(required, nullable = false)]
    by: Option<String>,
}

/// The home page's own part; null or empty takes the standard words.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = HomeSettingsForm)]
pub(crate) struct HomeBody {
    headline: Option<String>,
    lead: Option<String>,
    #[schema(required, nullable = false, value_type = words::Figures)]
    figures: Option<String>,
    #[schema(required, nullable = false, value_type = words::Voices)]
    voices: Option<String>,
    #[schema(required, nullable = false)]
    testimonials: Option<Vec<TestimonialBody>>,
    /// The version that was changed.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<HomeBody> for HomeForm {
    fn from(body: HomeBody) -> Self {
        let testimonials = body.testimonials.unwrap_or_default().into_iter();
        HomeForm {
            headline: body.headline,
            lead: body.lead,
            figures: body.figures,
            voices: body.voices,
            testimonials: testimonials
                .map(|TestimonialBody { text, by }| TestimonialForm { text, by })
                .collect(),
        }
    }
}

/// A public page. Without a text of the library's own the standard one holds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Page)]
pub(crate) struct PageShape {
    #[schema(value_type = PublicPageName)]
    pub name: &'static str,
    /// Plain text with a few marks of Markdown; never HTML.
    pub text: Option<String>,
    /// When the text was written.
    #[schema(format = DateTime)]
    pub updated_at: Option<String>,
}

impl From<settings::Page> for PageShape {
    fn from(page: settings::Page) -> Self {
        PageShape {
            name: page.name.as_str(),
            text: page.text,
            updated_at: page.updated_at.map(time),
        }
    }
}

/// A public page, as administrators set it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PageSettings)]
pub(crate) struct PageSection {
    #[schema(value_type = PublicPageName)]
    pub name: &'static str,
    pub text: Option<String>,
    /// Tells this state of the section from others.
    pub version: String,
}

impl PageSection {
    pub(crate) fn new(shown: Versioned<PageText>) -> Self {
        let PageText { page, text } = shown.section;
        PageSection {
            name: PageName::as_str(page),
            text,
            version: shown.version,
        }
    }
}

/// A page's own text; null or empty brings the standard one back.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = PageForm)]
pub(crate) struct PageBody {
    pub text: Option<String>,
    /// The version that was changed.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

/// Who may make an account for themselves.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistrationSettings)]
pub(crate) struct RegistrationSection {
    /// Whether everybody may.
    pub open: bool,
    /// Tells this state of the section from others.
    pub version: String,
}

impl From<Versioned<settings::Registration>> for RegistrationSection {
    fn from(shown: Versioned<settings::Registration>) -> Self {
        RegistrationSection {
            open: shown.section.open,
            version: shown.version,
        }
    }
}

/// Who may make an account for themselves.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RegistrationSettingsForm)]
pub(crate) struct RegistrationSettingsBody {
    #[schema(required, nullable = false)]
    pub open: Option<bool>,
    /// The version that was changed.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

/// The rules of the house: for those for whom no special ones are made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = House)]
pub(crate) struct HouseShape {
    /// Days a book is lent that has no period of its own.
    pub loan_days: u16,
    /// Books a person may have at once.
    pub loans_allowed: u16,
    /// In the library's currency, for each period.
    pub fine_per_period: f64,
    /// Days of a period.
    pub fine_period_days: u16,
    /// Days late that cost nothing.
    pub grace_days: u16,
    /// Whether the days of grace cost nothing once they are over, too.
    #[schema(value_type = GraceRuleName)]
    pub grace_rule: &'static str,
    /// The most that one late return costs; null for no limit.
    pub fine_cap: Option<f64>,
    /// What a person may owe before borrowing stops; null for no limit.
    pub block_at_balance: Option<f64>,
    /// Whether an overdue book stops borrowing.
    pub block_on_overdue: bool,
    /// The last day on which anything may be due.
    #[schema(format = Date)]
    pub latest_due_date: Option<String>,
    #[schema(value_type = Vec<Weekday>)]
    pub closed_weekdays: Vec<&'static str>,
    /// From today on, the next first, at most twelve.
    pub closures: Vec<ClosureShape>,
}

impl From<PublicRules> for HouseShape {
    fn from(house: PublicRules) -> Self {
        let (terms, currency) = (house.terms, house.currency);
        HouseShape {
            loan_days: terms.loan_days,
            loans_allowed: terms.loans_allowed,
            fine_per_period: currency.to_json(terms.fine_per_period),
            fine_period_days: terms.fine_period_days,
            grace_days: terms.grace_days,
            grace_rule: terms.grace_rule.as_str(),
            fine_cap: terms.fine_cap.map(|cap| currency.to_json(cap)),
            block_at_balance: terms.block_at_balance.map(|limit| currency.to_json(limit)),
            block_on_overdue: terms.block_on_overdue,
            latest_due_date: terms.latest_due_date.map(|day| day.to_string()),
            closed_weekdays: weekday_names(house.closed_weekdays),
            closures: house.closures.into_iter().map(ClosureShape::from).collect(),
        }
    }
}

/// The token of the set-up link.
#[derive(Deserialize, ToSchema)]
#[schema(as = SetupLink)]
pub(crate) struct SetupLinkBody {
    #[schema(required, nullable = false)]
    pub token: Option<String>,
}

/// What the set-up may choose from.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SetupChoices {
    /// The codes that `currency` may be.
    pub currencies: Vec<&'static str>,
}

/// A new library: its settings and its first administrator.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SetupForm)]
pub(crate) struct SetupBody {
    /// The token of the set-up link.
    #[schema(required, nullable = false)]
    pub token: Option<String>,
    #[schema(required, nullable = false)]
    library_name: Option<String>,
    /// IANA name.
    #[schema(required, nullable = false)]
    time_zone: Option<String>,
    /// ISO 4217.
    #[schema(required, nullable = false)]
    currency: Option<String>,
    #[schema(required, nullable = false, value_type = Vec<Weekday>)]
    closed_weekdays: Option<Vec<String>>,
    /// Of the administrator, and so are the fields that follow.
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false)]
    email: Option<String>,
    #[schema(required, nullable = false)]
    password: Option<String>,
    #[schema(required, nullable = false)]
    confirm_password: Option<String>,
}

impl From<SetupBody> for SetupForm {
    fn from(body: SetupBody) -> Self {
        SetupForm {
            library_name: body.library_name,
            time_zone: body.time_zone,
            currency: body.currency,
            closed_weekdays: body.closed_weekdays.unwrap_or_default(),
            administrator: Registration {
                name: body.name,
                email: body.email,
                password: body.password,
                confirm_password: body.confirm_password,
                ..Registration::default()
            },
        }
    }
}
