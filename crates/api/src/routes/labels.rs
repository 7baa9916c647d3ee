use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use axum::response::IntoResponse;
use carrel_domain::printing::{self, LabelSheets as OwnSheets};
use carrel_operations::people::cards;
use carrel_operations::settings::printing::{Printed, known_sheets};
use carrel_operations::{Error, catalogue, settings};

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::routes::settings::version;
use crate::shapes::{CardsForm, LabelSheets, LabelsForm, PrintPreview, SheetsBody};
use crate::state::Api;

/// A PDF as a file with this name, without its extension.
fn document(name: &str, printed: Printed) -> impl IntoResponse + use<> {
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}.pdf\""),
        ),
        (
            HeaderName::from_static("x-total-count"),
            printed.labels.to_string(),
        ),
    ];
    (headers, printed.pdf)
}

/// Labels for copies, as a PDF in true millimetres.
///
/// Up to 10,000 labels. Spine labels leave out copies without a call number. Refused with 422 for each barcode that does not fit
/// on its label or cannot be written in the symbology, with the barcode in the name of the field.
#[utoipa::path(post, path = "/api/labels", operation_id = "print_labels",
    tag = "labels", request_body = LabelsForm,
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>,
        headers(("x-total-count" = u64, description = "The number of labels."))),
        (status = "default", body = FailureBody)))]
pub(crate) async fn print(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<LabelsForm>,
) -> Answer<impl IntoResponse> {
    let labels = printing::LabelsForm::from(form)
        .validate()
        .map_err(Error::InvalidForm)?;
    let printed = catalogue::labels(&api.library, &context, labels).await?;
    Ok(document("labels", printed))
}

/// The first page of labels for copies, and how many labels and pages there are.
#[utoipa::path(post, path = "/api/labels/preview", operation_id = "preview_labels",
    tag = "labels", request_body = LabelsForm,
    responses((status = 200, body = Envelope<PrintPreview>), (status = "default", body = FailureBody)))]
pub(crate) async fn preview(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<LabelsForm>,
) -> Answer<Envelope<PrintPreview>> {
    let labels = printing::LabelsForm::from(form)
        .validate()
        .map_err(Error::InvalidForm)?;
    let preview = catalogue::labels_preview(&api.library, &context, labels).await?;
    Ok(Envelope::of(preview.into()))
}

/// Library cards for people, as a PDF in true millimetres.
///
/// The number of a card is the barcode of the person's present card, or the student ID, or the id of the account: what the desk
/// reads. Up to 10,000 cards. The audit log records it.
#[utoipa::path(post, path = "/api/library-cards", operation_id = "print_library_cards",
    tag = "labels", request_body = CardsForm,
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>,
        headers(("x-total-count" = u64, description = "The number of cards."))),
        (status = "default", body = FailureBody)))]
pub(crate) async fn print_cards(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<CardsForm>,
) -> Answer<impl IntoResponse> {
    let wanted = printing::CardsForm::from(form)
        .validate()
        .map_err(Error::InvalidForm)?;
    let printed = cards::cards(&api.library, context, wanted).await?;
    Ok(document("library-cards", printed))
}

/// The first page of library cards, and how many cards and pages there are.
#[utoipa::path(post, path = "/api/library-cards/preview", operation_id = "preview_library_cards",
    tag = "labels", request_body = CardsForm,
    responses((status = 200, body = Envelope<PrintPreview>), (status = "default", body = FailureBody)))]
pub(crate) async fn preview_cards(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<CardsForm>,
) -> Answer<Envelope<PrintPreview>> {
    let wanted = printing::CardsForm::from(form)
        .validate()
        .map_err(Error::InvalidForm)?;
    let preview = cards::cards_preview(&api.library, &context, wanted).await?;
    Ok(Envelope::of(preview.into()))
}

/// The sheets of labels: those of the makers, and the library's own.
#[utoipa::path(get, path = "/api/label-sheets", operation_id = "list_label_sheets",
    tag = "labels",
    responses((status = 200, body = Envelope<LabelSheets>), (status = "default", body = FailureBody)))]
pub(crate) async fn sheets(State(api): State<Api>, caller: Caller) -> Answer<Envelope<LabelSheets>> {
    let own = settings::show(&api.library, &caller.0, OwnSheets::default()).await?;
    Ok(Envelope::of(LabelSheets::new(known_sheets(), own)))
}

/// Changes the library's own sheets of labels.
///
/// The list replaces the present one. Refused with 409 (`settings_changed`) when somebody else has changed it in the meantime.
#[utoipa::path(put, path = "/api/label-sheets", operation_id = "change_label_sheets",
    tag = "labels", request_body = SheetsBody,
    responses((status = 200, body = Envelope<LabelSheets>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_sheets(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(mut form): Body<SheetsBody>,
) -> Answer<Envelope<LabelSheets>> {
    let version = version(form.version.take())?;
    let sheets = printing::LabelSheetsForm::from(form)
        .validate()
        .map_err(Error::InvalidForm)?;
    let own = settings::change(&api.library, context, sheets, version).await?;
    Ok(Envelope::saying(
        "Sheets saved",
        LabelSheets::new(known_sheets(), own),
    ))
}
