use crate::table::RowColumn;

/// The columns of open loans, in the same languages and systems as those of people.
pub(in crate::table::columns) const LOANS: [(RowColumn, &str); 5] = [
    (
        RowColumn::Barcode,
        "copy barcode; item barcode; item_barcode; copy_barcode; barcode; barcode_nmbr; barcode number; item_code; item code; \
         items.barcode; copy; item; mediennummer; exemplarnummer; strichcode; exemplar; code-barres; code à barres; \
         numéro d'exemplaire; exemplaire; código de barras; ejemplar",
    ),
    (
        RowColumn::StudentId,
        "card number; cardnumber; patron barcode; patron_barcode; mbr_barcode; member barcode; borrower barcode; user barcode; \
         member_id; member id; library card; student id; studentid; district id; patron id; user id; id; ausweisnummer; \
         lesernummer; benutzernummer; schülernummer; matrikelnummer; numéro de carte; numéro de lecteur; número de carné; \
         número de carnet; número de socio; número de tarjeta; matrícula",
    ),
    (
        RowColumn::Email,
        "email; e-mail; email address; member_email; patron email; e-mail-adresse; mailadresse; courriel; adresse e-mail; correo; \
         correo electrónico",
    ),
    (
        RowColumn::BorrowedAt,
        "borrowed at; borrowed; borrowed on; issue date; issuedate; issued; loan date; loan_date; checkout date; check-out date; \
         checked out; date checked out; checkout_time; xact_start; status_begin_dt; date out; ausgeliehen am; ausgeliehen; \
         ausleihdatum; leihdatum; date de prêt; prêté le; date d'emprunt; fecha de préstamo; prestado el",
    ),
    (
        RowColumn::DueAt,
        "due date; due at; due; due on; date due; date_due; due_date; due_back_dt; duedate; return by; fällig am; fällig; \
         fälligkeit; fälligkeitsdatum; rückgabedatum; leihfristende; frist; date de retour prévue; date de retour; à rendre le; \
         fecha de vencimiento; fecha de devolución; vence; vence el",
    ),
];
