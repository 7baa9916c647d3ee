use crate::table::RowColumn;

/// The columns of unpaid fines, in the same languages and systems as those of people.
pub(in crate::table::columns) const FINES: [(RowColumn, &str); 7] = [
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
        RowColumn::Amount,
        "amountoutstanding; amount outstanding; outstanding; balance_owed; balance owed; amount due; amount owed; balance; owed; \
         amount; fine amount; fine; fee; offener betrag; offen; betrag; gebühr; montant dû; montant; reste à payer; importe; \
         monto; saldo; cantidad; deuda; jumlah",
    ),
    (
        RowColumn::Reason,
        "debit_type_code; debit_type; debit type; accounttype; account type; last_billing_type; last billing type; billing_type; \
         billing type; fine type; fee type; transaction_type_cd; reason; type; grund; gebührenart; art; motif; raison; motivo; tipo",
    ),
    (
        RowColumn::Description,
        "description; item title; title; note; details; comment; beschreibung; bezeichnung; titel; bemerkung; intitulé; titre; \
         libellé; descripción; concepto; título",
    ),
    (
        RowColumn::Barcode,
        "copy barcode; item barcode; item_barcode; copy_barcode; barcode; barcode_nmbr; item_code; item code; items.barcode; \
         mediennummer; exemplarnummer; strichcode; code-barres; código de barras",
    ),
    (
        RowColumn::ChargedAt,
        "charged at; charged on; date charged; fines_date; fine date; create_dt; xact_start; start date/time; date created; \
         created; billing date; date assessed; date; datum; entstanden am; date de création; date de facturation; fecha; \
         fecha de cargo; tanggal",
    ),
];
