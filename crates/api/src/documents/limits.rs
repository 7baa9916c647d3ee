//! Adds the limits of form fields to the document, from the constants of the domain's validation.

use carrel_domain::book_data::COVER_NUMBER;
use carrel_domain::catalogue::book::details;
use carrel_domain::catalogue::bulk_edit;
use carrel_domain::catalogue::{book, copy_form, rating, saved_search};
use carrel_domain::circulation::{desk, settlement};
use carrel_domain::limits::{Form, Limit, Text};
use carrel_domain::mail;
use carrel_domain::money::charge;
use carrel_domain::printing::limit as print;
use carrel_domain::settings::{book_data, home, kinds, library, opening, page, privacy, rules, security};
use carrel_domain::users::validation::limit as person;
use carrel_domain::users::{access_token, passkey, role, second_factor};
use carrel_domain::webhooks as webhook;
use utoipa::openapi::schema::{AllOf, ArrayBuilder, ArrayItems, Object, ObjectBuilder, Schema, SchemaFormat};
use utoipa::openapi::{OpenApi, RefOr};

use Limit::{List as Entries, Text as Chars, Texts, True, Whole as Number};

/// A phone number. White space around it is ignored, so the length has no limit of its own.
const PHONE: Text = Text::up_to(usize::MAX, Form::PHONE);
/// A repeated password. Its limits follow from the password.
const CONFIRMATION: Text = Text::of(1, usize::MAX, Form::ANY);
/// The text of a MARC record.
const MARC_TEXT: Text = Text::of(1, carrel_operations::catalogue::MAX_CHARS, Form::ANY);
/// The code of a patron category.
const PATRON_CATEGORY: Text = book::limit::ITEM_TYPE;

/// A form, a field, its limit.
type FieldLimit = (&'static str, &'static str, Limit);

fn limits() -> Vec<FieldLimit> {
    let mut limits = Vec::new();
    limits.extend(of_catalogue());
    limits.extend(of_circulation());
    limits.extend(of_settings());
    limits.extend(of_labels());
    limits.extend(of_accounts());
    for form in ["BookForm", "BookChangeForm"] {
        limits.extend(book::LIMITS.map(|(field, limit)| (form, field, limit)));
    }
    limits.extend(bulk_edit::RENAMING_LIMITS.map(|(field, limit)| ("Renaming", field, limit)));
    limits.extend(bulk_edit::LIMITS.map(|(field, limit)| ("BulkChanges", field, limit)));
    limits.push(("BulkEditForm", "expectedBooks", Number(bulk_edit::limit::BOOKS)));
    limits.extend(details::LIMITS.map(|(field, limit)| ("BookDetailsForm", field, limit)));
    limits.extend(of_details());
    for form in ["DetailsForm", "NewUserForm"] {
        limits.extend(of_person().into_iter().map(|(field, limit)| (form, field, limit)));
    }
    for form in ["NewWebhookForm", "WebhookForm"] {
        limits.push((form, "address", Chars(webhook::limit::ADDRESS)));
        limits.push((form, "events", Entries(webhook::limit::EVENTS)));
    }
    for form in ["UserChangeForm", "NewUserForm"] {
        limits.push((form, "studentId", Chars(person::STUDENT_ID)));
        limits.push((form, "class", Chars(person::CLASS)));
        limits.push((form, "homeroom", Chars(person::HOMEROOM)));
        limits.push((form, "patronCategory", Chars(PATRON_CATEGORY)));
        limits.push((form, "staffRole", Chars(role::limit::CODE)));
    }
    for form in ["NewRoleForm", "RoleChangeForm"] {
        limits.push((form, "name", Chars(role::limit::NAME)));
        limits.push((form, "permissions", Entries(role::limit::PERMISSIONS)));
    }
    limits.push(("UserChangeForm", "blockReason", Chars(person::BLOCK_REASON)));
    limits
}

fn of_catalogue() -> [FieldLimit; 20] {
    [
        ("BookForm", "marcRecord", Chars(book::limit::MARC_RECORD)),
        ("BookForm", "copies", Number(book::limit::COPIES)),
        ("MarcForm", "text", Chars(MARC_TEXT)),
        ("CopiesForm", "count", Number(book::limit::ADDED_COPIES)),
        ("CopiesForm", "itemType", Chars(book::limit::ITEM_TYPE)),
        ("CopiesForm", "copies", Entries(copy_form::limit::COPIES)),
        ("CopiesForm", "location", Chars(copy_form::limit::LOCATION)),
        ("CopiesForm", "callNumber", Chars(copy_form::limit::CALL_NUMBER)),
        ("CopiesForm", "price", Limit::Positive),
        ("CopyChangeForm", "price", Limit::Positive),
        ("NewCopyForm", "barcode", Chars(copy_form::limit::NEW_BARCODE)),
        ("CopyChangeForm", "barcode", Chars(copy_form::limit::BARCODE)),
        ("CopyChangeForm", "location", Chars(copy_form::limit::LOCATION)),
        (
            "CopyChangeForm",
            "callNumber",
            Chars(copy_form::limit::CALL_NUMBER),
        ),
        (
            "CopyChangeForm",
            "stateReason",
            Chars(copy_form::limit::STATE_REASON),
        ),
        ("CopyChangeForm", "itemType", Chars(book::limit::ITEM_TYPE)),
        ("SavedSearchForm", "name", Chars(saved_search::limit::NAME)),
        ("SavedSearchChangeForm", "name", Chars(saved_search::limit::NAME)),
        ("RatingForm", "stars", Number(rating::limit::STARS)),
        ("RatingForm", "review", Chars(rating::limit::REVIEW)),
    ]
}

/// The entries of the lists of details, which are the same in requests and responses.
fn of_details() -> [FieldLimit; 9] {
    use details::limit;
    [
        ("Contributor", "name", Chars(limit::CONTRIBUTOR_NAME)),
        ("Contributor", "role", Chars(limit::CONTRIBUTOR_ROLE)),
        ("BookSubject", "heading", Chars(limit::SUBJECT_HEADING)),
        ("BookSubject", "scheme", Chars(limit::SUBJECT_SCHEME)),
        ("BookSeries", "title", Chars(limit::SERIES_TITLE)),
        ("BookSeries", "volume", Chars(limit::SERIES_VOLUME)),
        ("BookIdentifier", "value", Chars(limit::IDENTIFIER)),
        ("BookLink", "address", Chars(limit::LINK_ADDRESS)),
        ("BookLink", "label", Chars(limit::LINK_LABEL)),
    ]
}

fn of_circulation() -> [FieldLimit; 13] {
    [
        ("CheckOutForm", "user", Chars(desk::limit::USER)),
        ("CheckOutForm", "barcode", Chars(desk::limit::BARCODE)),
        ("CheckOutForm", "overrides", Entries(desk::limit::OVERRIDES)),
        ("OverridesForm", "overrides", Entries(desk::limit::OVERRIDES)),
        ("CheckOutForm", "dueOn", Chars(desk::limit::DUE_ON)),
        ("OverrideForm", "comment", Chars(desk::limit::COMMENT)),
        ("CheckInForm", "barcode", Chars(desk::limit::BARCODE)),
        ("ChargeForm", "amount", Limit::Positive),
        ("ChargeForm", "description", Chars(charge::limit::DESCRIPTION)),
        ("PaymentForm", "amount", Limit::Positive),
        ("PaymentForm", "note", Chars(settlement::limit::NOTE)),
        ("WaiverForm", "amount", Limit::Positive),
        ("WaiverForm", "note", Chars(settlement::limit::REASON)),
    ]
}

fn of_labels() -> Vec<FieldLimit> {
    let mut limits = vec![
        ("LabelsForm", "copies", Entries(print::ENTRIES)),
        ("LabelsForm", "barcodes", Texts(print::ENTRIES, print::BARCODE)),
        ("LabelsForm", "barcodeFrom", Chars(print::BARCODE)),
        ("LabelsForm", "barcodeTo", Chars(print::BARCODE)),
        ("LabelsForm", "addedSince", Chars(print::DAY)),
        ("CardsForm", "users", Entries(print::ENTRIES)),
        ("CardsForm", "class", Chars(person::CLASS)),
        ("LabelSheetsForm", "sheets", Entries(print::SHEETS)),
        ("LabelSheetForm", "name", Chars(print::SHEET_NAME)),
        ("LabelSheetForm", "code", Chars(print::SHEET_CODE)),
        ("LabelSheetForm", "pageWidthUm", Number(print::PAGE)),
        ("LabelSheetForm", "pageHeightUm", Number(print::PAGE)),
        ("LabelSheetForm", "marginLeftUm", Number(print::MARGIN)),
        ("LabelSheetForm", "marginTopUm", Number(print::MARGIN)),
        ("LabelSheetForm", "labelWidthUm", Number(print::LABEL)),
        ("LabelSheetForm", "labelHeightUm", Number(print::LABEL)),
        ("LabelSheetForm", "columns", Number(print::COLUMNS)),
        ("LabelSheetForm", "rows", Number(print::ROWS)),
        ("LabelSheetForm", "columnGapUm", Number(print::GAP)),
        ("LabelSheetForm", "rowGapUm", Number(print::GAP)),
    ];
    for form in ["LabelsForm", "CardsForm"] {
        limits.extend([
            (form, "sheet", Chars(print::SHEET)),
            (form, "first", Number(print::FIRST)),
            (form, "shiftRight", Number(print::SHIFT)),
            (form, "shiftDown", Number(print::SHIFT)),
        ]);
    }
    limits
}

fn of_settings() -> [FieldLimit; 44] {
    [
        ("ClosureForm", "date", Chars(opening::limit::CLOSURE_DATE)),
        ("ClosureForm", "name", Chars(opening::limit::CLOSURE_NAME)),
        (
            "OpeningDaysForm",
            "closedWeekdays",
            Entries(opening::limit::CLOSED_WEEKDAYS),
        ),
        ("OpeningDaysForm", "closures", Entries(opening::limit::CLOSURES)),
        ("RulesForm", "rules", Entries(rules::limit::RULES)),
        ("RuleForm", "patronCategory", Chars(rules::limit::CODE)),
        ("RuleForm", "itemType", Chars(rules::limit::CODE)),
        ("RuleForm", "value", Chars(rules::limit::VALUE)),
        ("KindsForm", "patronCategories", Entries(kinds::limit::KINDS)),
        ("KindsForm", "itemTypes", Entries(kinds::limit::KINDS)),
        ("KindForm", "name", Chars(kinds::limit::NAME)),
        ("KindForm", "code", Chars(kinds::limit::CODE)),
        ("HomeSettingsForm", "headline", Chars(home::limit::HEADLINE)),
        ("HomeSettingsForm", "lead", Chars(home::limit::LEAD)),
        (
            "HomeSettingsForm",
            "testimonials",
            Entries(home::limit::TESTIMONIALS),
        ),
        ("TestimonialForm", "text", Chars(home::limit::TESTIMONIAL)),
        ("TestimonialForm", "by", Chars(home::limit::SPEAKER)),
        ("PageForm", "text", Chars(page::TEXT)),
        ("LibrarySettingsForm", "name", Chars(library::limit::NAME)),
        (
            "LibrarySettingsForm",
            "timeZone",
            Chars(library::limit::TIME_ZONE),
        ),
        (
            "LibrarySettingsForm",
            "contactEmail",
            Chars(library::limit::CONTACT_EMAIL),
        ),
        ("LibrarySettingsForm", "contactPhone", Chars(PHONE)),
        ("LibrarySettingsForm", "contactAddress", Chars(person::ADDRESS)),
        (
            "SecuritySettingsForm",
            "leastPasswordLength",
            Number(security::limit::LEAST_PASSWORD_LENGTH),
        ),
        (
            "SecuritySettingsForm",
            "idleMinutes",
            Number(security::limit::IDLE_MINUTES),
        ),
        (
            "SecuritySettingsForm",
            "idleMinutesOfStaff",
            Number(security::limit::IDLE_MINUTES),
        ),
        (
            "SecuritySettingsForm",
            "idleMinutesOfSharedComputers",
            Number(security::limit::IDLE_MINUTES),
        ),
        (
            "PrivacySettingsForm",
            "auditDays",
            Number(privacy::limit::AUDIT_DAYS),
        ),
        (
            "PrivacySettingsForm",
            "borrowingDays",
            Number(privacy::limit::BORROWING_DAYS),
        ),
        (
            "BookDataSettingsForm",
            "sources",
            Entries(book_data::limit::SOURCES),
        ),
        ("BookSourceForm", "name", Chars(book_data::limit::NAME)),
        ("BookSourceForm", "address", Chars(book_data::limit::ADDRESS)),
        (
            "BookSourceForm",
            "recordSchema",
            Chars(book_data::limit::RECORD_SCHEMA),
        ),
        ("BookSourceForm", "query", Chars(book_data::limit::QUERY)),
        ("BookSourceTrialForm", "isbn", Chars(book::limit::ISBN)),
        ("OpenLibraryCoverForm", "cover", Number(COVER_NUMBER)),
        (
            "CatalogueSettingsForm",
            "siteAddress",
            Chars(mail::limit::SITE_ADDRESS),
        ),
        ("MailSettingsForm", "host", Chars(mail::limit::HOST)),
        ("MailSettingsForm", "port", Number(mail::limit::PORT)),
        ("MailSettingsForm", "user", Chars(mail::limit::USER)),
        ("MailSettingsForm", "password", Chars(mail::limit::PASSWORD)),
        (
            "MailSettingsForm",
            "fromAddress",
            Chars(mail::limit::FROM_ADDRESS),
        ),
        ("MailSettingsForm", "fromName", Chars(mail::limit::FROM_NAME)),
        (
            "MailSettingsForm",
            "siteAddress",
            Chars(mail::limit::SITE_ADDRESS),
        ),
    ]
}

fn of_accounts() -> [FieldLimit; 41] {
    [
        ("AccessTokenForm", "name", Chars(access_token::limit::NAME)),
        ("AccessTokenForm", "scopes", Entries(access_token::limit::SCOPES)),
        (
            "AccessTokenForm",
            "expiresInDays",
            Number(access_token::limit::EXPIRES_IN_DAYS),
        ),
        ("ErasureForm", "email", Chars(person::EMAIL)),
        ("LoginForm", "email", Chars(person::EMAIL)),
        ("LoginForm", "password", Chars(person::PASSWORD)),
        ("RegistrationForm", "name", Chars(person::NAME)),
        ("RegistrationForm", "email", Chars(person::EMAIL)),
        ("RegistrationForm", "phone", Chars(PHONE)),
        ("RegistrationForm", "address", Chars(person::ADDRESS)),
        ("RegistrationForm", "password", Chars(person::NEW_PASSWORD)),
        ("RegistrationForm", "confirmPassword", Chars(CONFIRMATION)),
        ("RegistrationForm", "agreeTerms", True),
        (
            "OwnDetailsForm",
            "currentPassword",
            Chars(person::CURRENT_PASSWORD),
        ),
        ("PasswordForm", "currentPassword", Chars(person::CURRENT_PASSWORD)),
        ("PasswordForm", "newPassword", Chars(person::NEW_PASSWORD)),
        ("ConfirmationForm", "password", Chars(person::CURRENT_PASSWORD)),
        (
            "RegistrationConfirmationForm",
            "password",
            Chars(person::PASSWORD),
        ),
        ("ConfirmationForm", "code", Chars(second_factor::limit::CODE)),
        ("SecondStepForm", "code", Chars(second_factor::limit::CODE)),
        ("NewPasskeyForm", "clientData", Chars(passkey::limit::BYTES)),
        (
            "NewPasskeyForm",
            "authenticatorData",
            Chars(passkey::limit::BYTES),
        ),
        ("NewPasskeyForm", "publicKey", Chars(passkey::limit::BYTES)),
        ("PresentedPasskey", "credentialId", Chars(passkey::limit::BYTES)),
        ("PresentedPasskey", "clientData", Chars(passkey::limit::BYTES)),
        (
            "PresentedPasskey",
            "authenticatorData",
            Chars(passkey::limit::BYTES),
        ),
        ("PresentedPasskey", "signature", Chars(passkey::limit::BYTES)),
        ("NewPasskeyForm", "name", Chars(passkey::limit::NAME)),
        ("PasskeyNameForm", "name", Chars(passkey::limit::NAME)),
        ("CodeForm", "code", Chars(second_factor::limit::CODE)),
        ("PasswordRequestForm", "email", Chars(person::EMAIL)),
        ("PasswordResetForm", "password", Chars(person::NEW_PASSWORD)),
        ("PasswordResetForm", "confirmPassword", Chars(CONFIRMATION)),
        ("SetupForm", "libraryName", Chars(library::limit::NAME)),
        ("SetupForm", "timeZone", Chars(library::limit::TIME_ZONE)),
        (
            "SetupForm",
            "closedWeekdays",
            Entries(opening::limit::CLOSED_WEEKDAYS),
        ),
        (
            "SetupForm",
            "leastPasswordLength",
            Number(security::limit::LEAST_PASSWORD_LENGTH),
        ),
        ("SetupForm", "name", Chars(person::NAME)),
        ("SetupForm", "email", Chars(person::EMAIL)),
        ("SetupForm", "password", Chars(person::NEW_PASSWORD)),
        ("SetupForm", "confirmPassword", Chars(CONFIRMATION)),
    ]
}

fn of_person() -> [(&'static str, Limit); 8] {
    [
        ("name", Chars(person::NAME)),
        ("email", Chars(person::EMAIL)),
        ("phone", Chars(PHONE)),
        ("address", Chars(person::ADDRESS)),
        ("collegeName", Chars(person::PLACE)),
        ("department", Chars(person::PLACE)),
        ("currentSemester", Chars(person::SEMESTER)),
        ("currentSemesterCategory", Chars(person::SEMESTER_CATEGORY)),
    ]
}

/// Adds every limit to the schema of its field.
///
/// # Panics
/// When a form or a field is not in the document.
pub(super) fn apply(document: &mut OpenApi) {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    for (form, field, limit) in limits() {
        let schema = schemas.get_mut(form).and_then(|schema| property(schema, field));
        let schema = schema.unwrap_or_else(|| panic!("{form}.{field} is not in the document"));
        narrow(schema, &limit);
    }
}

/// The schema of a property, also of an object that is composed of several schemas.
fn property<'a>(schema: &'a mut RefOr<Schema>, name: &str) -> Option<&'a mut RefOr<Schema>> {
    match schema {
        RefOr::T(Schema::Object(object)) => object.properties.get_mut(name),
        RefOr::T(Schema::AllOf(AllOf { items, .. })) => {
            items.iter_mut().find_map(|item| property(item, name))
        }
        _ => None,
    }
}

fn narrow(schema: &mut RefOr<Schema>, limit: &Limit) {
    *schema = match (std::mem::replace(schema, RefOr::T(Schema::default())), limit) {
        (RefOr::T(Schema::Object(object)), Limit::Text(text)) => of_text(object, *text),
        (RefOr::T(Schema::Object(object)), Limit::Whole(whole)) => {
            let object = ObjectBuilder::from(object).format(None);
            object.minimum(Some(whole.min)).maximum(Some(whole.max)).into()
        }
        (RefOr::T(Schema::Object(object)), Limit::Positive) => {
            ObjectBuilder::from(object).exclusive_minimum(Some(0)).into()
        }
        (RefOr::T(Schema::Object(object)), Limit::True) => {
            ObjectBuilder::from(object).enum_values(Some([true])).into()
        }
        (RefOr::T(Schema::Array(mut array)), Limit::List(list) | Limit::Texts(list, _)) => {
            if let Limit::Texts(_, text) = limit
                && let ArrayItems::RefOrSchema(items) = &mut array.items
            {
                narrow(items, &Limit::Text(*text));
            }
            let array = ArrayBuilder::from(array).max_items(Some(list.max));
            let array = array.min_items(Some(list.min).filter(|min| *min > 0));
            array.unique_items(list.unique).into()
        }
        (other, _) => other,
    };
}

fn of_text(object: Object, text: Text) -> RefOr<Schema> {
    let format = text.form.format.map(|name| SchemaFormat::Custom(name.to_owned()));
    let object = ObjectBuilder::from(object)
        .min_length(Some(text.min).filter(|min| *min > 0))
        .max_length(Some(text.max).filter(|max| *max < usize::MAX))
        .pattern(text.form.pattern)
        .format(format);
    object.into()
}
