use axum::extract::State;
use carrel_domain::language::Language;
use carrel_domain::settings::{
    CatalogueForm, CatalogueSettings, HomeForm, HomeSettings, Kinds, KindsForm, LibraryForm, LibrarySettings,
    OpeningForm, PrivacyForm, PrivacySettings, RulesForm, SecurityForm, SecuritySettings, validate_page,
};
use carrel_domain::validation::FormErrors;
use carrel_operations::Error;
use carrel_operations::reports::kept_data;
use carrel_operations::settings;
use carrel_operations::settings::{OpeningDays, PageText, Registration, Rules, Section, Versioned};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, QueryParams, words};
use crate::respond::{Answer, Envelope};
use crate::routes::pages::Name;
use crate::shapes::words::PublicPageName;
use crate::shapes::{
    CatalogueBody, CatalogueSection, ExplanationShape, HomeBody, HomeSection, KeptData, KindsBody,
    KindsSection, LibraryBody, LibrarySection, OpeningBody, OpeningSection, PageBody, PageSection,
    PrivacyBody, PrivacySection, RegistrationSection, RegistrationSettingsBody, RulesBody, RulesSection,
    SecurityBody, SecuritySection,
};
use crate::state::Api;

const SAVED: &str = "Settings saved";

/// The version in the body of a change, which is required.
pub(crate) fn version(version: Option<String>) -> Answer<String> {
    version.ok_or_else(|| Failure::parameter("version", "The version of what was changed is missing"))
}

/// Changes a section of the settings.
pub(super) async fn change<S: Section>(
    api: &Api,
    caller: Caller,
    named: Option<String>,
    section: impl FnOnce() -> Result<S, Error>,
) -> Answer<Versioned<S>> {
    let Caller(context) = caller;
    let version = version(named)?;
    Ok(settings::change(&api.library, context, section()?, version).await?)
}

pub(super) fn of_form(errors: FormErrors) -> Error {
    Error::InvalidForm(errors)
}

/// The library's name, time zone, currency and contact details.
#[utoipa::path(get, path = "/api/admin/settings/library", operation_id = "show_library_settings",
    tag = "settings",
    responses((status = 200, body = Envelope<LibrarySection>), (status = "default", body = FailureBody)))]
pub(crate) async fn library(State(api): State<Api>, caller: Caller) -> Answer<Envelope<LibrarySection>> {
    let which = LibraryForm {
        name: Some("-".to_owned()),
        time_zone: Some("UTC".to_owned()),
        language: Some(Language::default().as_str().to_owned()),
        currency: Some("USD".to_owned()),
        ..LibraryForm::default()
    };
    let which: LibrarySettings = which.validate().map_err(Error::Invalid)?;
    Ok(Envelope::of(
        settings::show(&api.library, &caller.0, which).await?.into(),
    ))
}

/// Changes the library's name, time zone, currency and contact details.
#[utoipa::path(put, path = "/api/admin/settings/library", operation_id = "change_library_settings",
    tag = "settings", request_body = LibraryBody,
    responses((status = 200, body = Envelope<LibrarySection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_library(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<LibraryBody>,
) -> Answer<Envelope<LibrarySection>> {
    let version = form.version.take();
    let section = || LibraryForm::from(form).validate().map_err(Error::Invalid);
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying(SAVED, changed.into()))
}

/// The days on which the library is closed.
#[utoipa::path(get, path = "/api/admin/settings/opening-days", operation_id = "show_opening_days",
    tag = "settings",
    responses((status = 200, body = Envelope<OpeningSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn opening(State(api): State<Api>, caller: Caller) -> Answer<Envelope<OpeningSection>> {
    let shown = settings::show(&api.library, &caller.0, OpeningDays::default()).await?;
    Ok(Envelope::of(shown.into()))
}

/// Changes the days on which the library is closed. Existing due dates are unchanged.
#[utoipa::path(put, path = "/api/admin/settings/opening-days", operation_id = "change_opening_days",
    tag = "settings", request_body = OpeningBody,
    responses((status = 200, body = Envelope<OpeningSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_opening(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<OpeningBody>,
) -> Answer<Envelope<OpeningSection>> {
    let version = form.version.take();
    let section = || {
        let calendar = OpeningForm::from(form).validate().map_err(of_form)?;
        Ok(OpeningDays(calendar))
    };
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying(SAVED, changed.into()))
}

/// The rules of circulation.
#[utoipa::path(get, path = "/api/admin/settings/rules", operation_id = "show_rules",
    tag = "settings",
    responses((status = 200, body = Envelope<RulesSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn rules(State(api): State<Api>, caller: Caller) -> Answer<Envelope<RulesSection>> {
    let shown = settings::show(&api.library, &caller.0, Rules::default()).await?;
    Ok(Envelope::of(RulesSection::of(
        shown,
        api.library.shown_settings().currency,
    )))
}

/// Changes the rules of circulation. Open borrowings keep their terms.
#[utoipa::path(put, path = "/api/admin/settings/rules", operation_id = "change_rules",
    tag = "settings", request_body = RulesBody,
    responses((status = 200, body = Envelope<RulesSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_rules(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<RulesBody>,
) -> Answer<Envelope<RulesSection>> {
    let version = form.version.take();
    let currency = api.library.shown_settings().currency;
    let section = || Ok(Rules(RulesForm::from(form).validate(currency).map_err(of_form)?));
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying(SAVED, RulesSection::of(changed, currency)))
}

/// The person and the item whose rules are explained.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseQuery {
    /// The code of a patron category; absent for none.
    patron_category: Option<String>,
    /// The code of an item type; absent for none.
    item_type: Option<String>,
}

/// The values that apply, each with the rule that it comes from.
#[utoipa::path(get, path = "/api/admin/settings/rules/explanation", operation_id = "explain_rules",
    tag = "settings", params(CaseQuery),
    responses((status = 200, body = Envelope<Vec<ExplanationShape>>), (status = "default", body = FailureBody)))]
pub(crate) async fn explain_rules(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<CaseQuery>,
) -> Answer<Envelope<Vec<ExplanationShape>>> {
    let (person, item) = (words(query.patron_category), words(query.item_type));
    let explained = settings::explain(&api.library, &caller.0, person.as_deref(), item.as_deref())?;
    Ok(Envelope::of(
        explained.into_iter().map(ExplanationShape::from).collect(),
    ))
}

/// The patron categories and item types, each with its number of uses for callers who may change settings.
#[utoipa::path(get, path = "/api/admin/settings/kinds", operation_id = "show_kinds",
    tag = "settings",
    responses((status = 200, body = Envelope<KindsSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn kinds(State(api): State<Api>, caller: Caller) -> Answer<Envelope<KindsSection>> {
    let shown = settings::show(&api.library, &caller.0, Kinds::default()).await?;
    let uses = settings::kinds_in_use(&api.library, &caller.0).await?;
    Ok(Envelope::of(KindsSection::new(shown, uses.as_deref())))
}

/// Replaces the patron categories and item types. One that is in use can be archived, but not removed.
#[utoipa::path(put, path = "/api/admin/settings/kinds", operation_id = "change_kinds",
    tag = "settings", request_body = KindsBody,
    responses((status = 200, body = Envelope<KindsSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_kinds(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<KindsBody>,
) -> Answer<Envelope<KindsSection>> {
    let version = form.version.take();
    let section = || KindsForm::from(form).validate().map_err(of_form);
    let context = caller.0.clone();
    let changed = change(&api, caller, version, section).await?;
    let uses = settings::kinds_in_use(&api.library, &context).await?;
    Ok(Envelope::saying(
        SAVED,
        KindsSection::new(changed, uses.as_deref()),
    ))
}

/// The settings of the home page.
#[utoipa::path(get, path = "/api/admin/settings/home", operation_id = "show_home_settings",
    tag = "settings",
    responses((status = 200, body = Envelope<HomeSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn home(State(api): State<Api>, caller: Caller) -> Answer<Envelope<HomeSection>> {
    let shown = settings::show(&api.library, &caller.0, HomeSettings::default()).await?;
    Ok(Envelope::of(shown.into()))
}

/// Changes the settings of the home page.
#[utoipa::path(put, path = "/api/admin/settings/home", operation_id = "change_home_settings",
    tag = "settings", request_body = HomeBody,
    responses((status = 200, body = Envelope<HomeSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_home(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<HomeBody>,
) -> Answer<Envelope<HomeSection>> {
    let version = form.version.take();
    let section = || HomeForm::from(form).validate().map_err(of_form);
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying(SAVED, changed.into()))
}

/// The library's text of a public page.
#[utoipa::path(get, path = "/api/admin/settings/pages/{name}", operation_id = "show_page_settings",
    tag = "settings", params(("name" = inline(PublicPageName), Path)),
    responses((status = 200, body = Envelope<PageSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn page(
    State(api): State<Api>,
    caller: Caller,
    name: Name,
) -> Answer<Envelope<PageSection>> {
    let which = PageText {
        page: name.known()?,
        text: None,
    };
    let shown = settings::show(&api.library, &caller.0, which).await?;
    Ok(Envelope::of(PageSection::new(shown)))
}

/// Changes the text of a public page, or restores the standard text.
#[utoipa::path(put, path = "/api/admin/settings/pages/{name}", operation_id = "change_page_settings",
    tag = "settings", params(("name" = inline(PublicPageName), Path)), request_body = PageBody,
    responses((status = 200, body = Envelope<PageSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_page(
    State(api): State<Api>,
    caller: Caller,
    name: Name,
    Body(form): Body<PageBody>,
) -> Answer<Envelope<PageSection>> {
    let page = name.known()?;
    let section = || {
        let text = validate_page(form.text.as_deref()).map_err(Error::Invalid)?;
        Ok(PageText { page, text })
    };
    let changed = change(&api, caller, form.version, section).await?;
    Ok(Envelope::saying(SAVED, PageSection::new(changed)))
}

/// Whether visitors may register.
#[utoipa::path(get, path = "/api/admin/settings/registration", operation_id = "show_registration_settings",
    tag = "settings",
    responses((status = 200, body = Envelope<RegistrationSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn registration(
    State(api): State<Api>,
    caller: Caller,
) -> Answer<Envelope<RegistrationSection>> {
    let shown = settings::show(&api.library, &caller.0, Registration::default()).await?;
    Ok(Envelope::of(shown.into()))
}

/// Opens or closes registration.
#[utoipa::path(put, path = "/api/admin/settings/registration", operation_id = "change_registration_settings",
    tag = "settings", request_body = RegistrationSettingsBody,
    responses((status = 200, body = Envelope<RegistrationSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_registration(
    State(api): State<Api>,
    caller: Caller,
    Body(form): Body<RegistrationSettingsBody>,
) -> Answer<Envelope<RegistrationSection>> {
    let open = form
        .open
        .ok_or_else(|| Failure::parameter("open", "Please say whether registration is open"))?;
    let changed = change(&api, caller, form.version, || Ok(Registration { open })).await?;
    Ok(Envelope::saying(SAVED, changed.into()))
}

/// The settings of the open catalogue.
#[utoipa::path(get, path = "/api/admin/settings/catalogue", operation_id = "show_catalogue_settings",
    tag = "settings",
    responses((status = 200, body = Envelope<CatalogueSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn catalogue(State(api): State<Api>, caller: Caller) -> Answer<Envelope<CatalogueSection>> {
    let shown = settings::show(&api.library, &caller.0, CatalogueSettings::default()).await?;
    Ok(Envelope::of(shown.into()))
}

/// Opens or closes the catalogue for visitors and search engines.
#[utoipa::path(put, path = "/api/admin/settings/catalogue", operation_id = "change_catalogue_settings",
    tag = "settings", request_body = CatalogueBody,
    responses((status = 200, body = Envelope<CatalogueSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_catalogue(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<CatalogueBody>,
) -> Answer<Envelope<CatalogueSection>> {
    let version = form.version.take();
    let section = || CatalogueForm::from(form).validate().map_err(Error::Invalid);
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying(SAVED, changed.into()))
}

/// The settings of security.
#[utoipa::path(get, path = "/api/admin/settings/security", operation_id = "show_security_settings",
    tag = "settings",
    responses((status = 200, body = Envelope<SecuritySection>), (status = "default", body = FailureBody)))]
pub(crate) async fn security(State(api): State<Api>, caller: Caller) -> Answer<Envelope<SecuritySection>> {
    let shown = settings::show(&api.library, &caller.0, SecuritySettings::default()).await?;
    Ok(Envelope::of(shown.into()))
}

/// Changes the settings of security.
#[utoipa::path(put, path = "/api/admin/settings/security", operation_id = "change_security_settings",
    tag = "settings", request_body = SecurityBody,
    responses((status = 200, body = Envelope<SecuritySection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_security(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<SecurityBody>,
) -> Answer<Envelope<SecuritySection>> {
    let version = form.version.take();
    let section = || SecurityForm::from(form).validate().map_err(Error::Invalid);
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying(SAVED, changed.into()))
}

/// The settings of privacy.
#[utoipa::path(get, path = "/api/admin/settings/privacy", operation_id = "show_privacy_settings",
    tag = "settings",
    responses((status = 200, body = Envelope<PrivacySection>), (status = "default", body = FailureBody)))]
pub(crate) async fn privacy(State(api): State<Api>, caller: Caller) -> Answer<Envelope<PrivacySection>> {
    let shown = settings::show(&api.library, &caller.0, PrivacySettings::default()).await?;
    Ok(Envelope::of(shown.into()))
}

/// Changes the settings of privacy.
#[utoipa::path(put, path = "/api/admin/settings/privacy", operation_id = "change_privacy_settings",
    tag = "settings", request_body = PrivacyBody,
    responses((status = 200, body = Envelope<PrivacySection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_privacy(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<PrivacyBody>,
) -> Answer<Envelope<PrivacySection>> {
    let version = form.version.take();
    let section = || PrivacyForm::from(form).validate().map_err(Error::Invalid);
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying(SAVED, changed.into()))
}

/// What the library keeps about people, and for how long, by the settings in force.
#[utoipa::path(get, path = "/api/admin/kept-data", operation_id = "kept_data",
    tag = "settings",
    responses((status = 200, body = Envelope<Vec<KeptData>>), (status = "default", body = FailureBody)))]
pub(crate) async fn kept_data(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Vec<KeptData>>> {
    let kept = kept_data::kept_data(&api.library, &caller.0)?;
    Ok(Envelope::of(kept.into_iter().map(KeptData::from).collect()))
}
