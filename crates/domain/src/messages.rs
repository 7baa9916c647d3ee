//! The messages about fields, each with the code that programs and translations know it by.
//!
//! A message is made where a rule is broken, in English. Its code and its values follow from this one table, so that the two
//! cannot differ. A message that is not in the table fails every test that makes it.

/// Declares the messages: a code, and the text with `{names}` in the places of its values.
macro_rules! messages {
    ($($code:literal = $text:literal,)*) => {
        /// Every message, as code and text. Texts without places come before those that could match them.
        const MESSAGES: &[(&str, &str)] = &[$(($code, $text)),*];
    };
}

/// A message by its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coded<'a> {
    /// The code.
    pub code: &'static str,
    /// The names and the texts of the values.
    pub values: Vec<(&'static str, &'a str)>,
}

/// Every code, in order.
pub fn codes() -> Vec<&'static str> {
    let mut codes: Vec<&str> = MESSAGES.iter().map(|(code, _)| *code).collect();
    codes.sort_unstable();
    codes
}

/// Every code with its English text, which has `{names}` in the places of values.
pub fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    MESSAGES.iter().copied()
}

/// The code and the values of a message; `None` if it is not in the table.
pub fn coded(message: &str) -> Option<Coded<'_>> {
    let exact = MESSAGES.iter().find(|(_, text)| *text == message);
    if let Some((code, _)) = exact {
        return Some(Coded {
            code,
            values: Vec::new(),
        });
    }
    MESSAGES.iter().find_map(|(code, text)| {
        let values = values_in(text, message)?;
        Some(Coded { code, values })
    })
}

/// Asserts, in tests, that a message has a code.
pub(crate) fn assert_coded(message: &str) {
    debug_assert!(
        coded(message).is_some(),
        "{message:?} needs a code in crates/domain/src/messages.rs"
    );
}

/// The values at the places of a text, if the message has the rest of the text around them.
fn values_in<'a>(text: &'static str, message: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let (before, mut after) = text.split_once('{')?;
    let mut rest = message.strip_prefix(before)?;
    let mut values = Vec::new();
    loop {
        let (name, tail) = after.split_once('}')?;
        let (between, next) = match tail.split_once('{') {
            Some((between, next)) => (between, Some(next)),
            None => (tail, None),
        };
        // The last place ends where the end of the text begins.
        let value = match next {
            Some(_) => rest.split_once(between).map(|(value, _)| value),
            None => rest.strip_suffix(between),
        }?;
        if value.is_empty() {
            return None;
        }
        values.push((name, value));
        let Some(next) = next else {
            return Some(values);
        };
        rest = &rest[value.len() + between.len()..];
        after = next;
    }
}

messages! {
    "bulk_edit_expected_out_of_range" = "The number of books must be between 1 and 100,000",
    "bulk_edit_nothing" = "Please choose at least one field to change",
    "bulk_edit_no_books" = "Please choose at least one book",
    "bulk_edit_too_many_books" = "At most 100,000 books can be changed at once",
    "bulk_edit_too_many_chosen" = "At most 1,000 books can be chosen one by one",
    "bulk_edit_too_many_subjects" = "At most 20 subjects can be added or removed at once",
    "bulk_edit_subject_twice" = "A subject cannot be both added and removed",
    "merge_no_books" = "Please choose at least one other book",
    "merge_too_many_books" = "At most 4 books can be merged at once",
    "merge_book_twice" = "A book cannot be merged with itself",
    "merge_not_merged" = "Please choose one of the books that are merged",
    "import_file_empty" = "The file is empty",
    "file_unknown" = "This file is neither a table nor a file of MARC records",
    "sheet_unreadable" = "This spreadsheet cannot be read",
    "sheet_encrypted" = "This spreadsheet is protected with a password",
    "sheet_empty" = "This spreadsheet has no cells",
    "sheet_too_large" = "This spreadsheet is too large",
    "title_column_missing" = "Please choose the column of the title",
    "column_twice" = "Two columns have the same field",
    "column_unknown" = "There is no such field",
    "columns_wrong" = "The file has another number of columns",
    "separator_unknown" = "The separator must be a comma, a semicolon, a tab or a vertical bar",
    "encoding_unknown" = "There is no such encoding",
    "copies_without_out_of_range" = "Copies must be between 0 and 20",
    "on_duplicate_unknown" = "Duplicates can be skipped, updated or added",
    "price_invalid" = "The price must be an amount, such as 12.50",
    "not_bibliographic" = "This record does not describe a book",
    "marc_cut_off" = "The record is cut off",
    "marc_too_long" = "The record is longer than 1 MiB",
    "marc_leader" = "The leader is not valid",
    "marc_directory" = "The directory is not valid",
    "marc_not_utf8" = "The text is not valid UTF-8",
    "archive_exported_whole" = "Archived books can be exported only all together",
    "marc_text_too_long" = "The record cannot exceed {max} characters",
    "marc_line" = "Line {line}: {problem}",
    "marc_field" = "Field {tag}: {problem}",
    "xml_not_well_formed" = "The XML is not well-formed",
    "xml_too_deep" = "The XML is nested too deeply",
    "xml_no_record" = "The XML has no MARC record",
    "name_too_long" = "Name cannot exceed {max} characters",
    "name_not_allowed" = "Name contains characters that are not allowed",
    "mail_user_too_long" = "User name cannot exceed {max} characters",
    "mail_user_not_allowed" = "User name contains characters that are not allowed",
    "password_too_long" = "Password cannot exceed {max} characters",
    "password_not_allowed" = "Password contains characters that are not allowed",
    "sender_name_too_long" = "Sender name cannot exceed {max} characters",
    "sender_name_not_allowed" = "Sender name contains characters that are not allowed",
    "address_too_long" = "Address cannot exceed {max} characters",
    "address_not_allowed" = "Address contains characters that are not allowed",
    "college_too_long" = "College cannot exceed {max} characters",
    "college_not_allowed" = "College contains characters that are not allowed",
    "class_too_long" = "Class cannot exceed {max} characters",
    "class_not_allowed" = "Class contains characters that are not allowed",
    "homeroom_too_long" = "Homeroom cannot exceed {max} characters",
    "homeroom_not_allowed" = "Homeroom contains characters that are not allowed",
    "department_too_long" = "Department cannot exceed {max} characters",
    "department_not_allowed" = "Department contains characters that are not allowed",
    "semester_too_long" = "Semester cannot exceed {max} characters",
    "semester_not_allowed" = "Semester contains characters that are not allowed",
    "semester_category_too_long" = "Semester category cannot exceed {max} characters",
    "semester_category_not_allowed" = "Semester category contains characters that are not allowed",
    "student_id_too_long" = "Student ID cannot exceed {max} characters",
    "student_id_not_allowed" = "Student ID contains characters that are not allowed",
    "block_reason_too_long" = "Reason for the block cannot exceed {max} characters",
    "block_reason_not_allowed" = "Reason for the block contains characters that are not allowed",
    "this_name_too_long" = "The name cannot exceed {max} characters",
    "this_name_not_allowed" = "The name contains characters that are not allowed",
    "text_too_long" = "The text cannot exceed {max} characters",
    "text_not_allowed" = "The text contains characters that are not allowed",
    "rule_category_too_long" = "A category cannot exceed {max} characters",
    "rule_value_too_long" = "The value cannot exceed {max} characters",
    "headline_too_long" = "The headline cannot exceed {max} characters",
    "introduction_too_long" = "The introduction cannot exceed {max} characters",
    "testimonial_too_long" = "A testimonial cannot exceed {max} characters",
    "card_too_long" = "The card cannot exceed {max} characters",
    "barcode_too_long" = "The barcode cannot exceed {max} characters",
    "location_too_long" = "The location cannot exceed {max} characters",
    "call_number_too_long" = "The call number cannot exceed {max} characters",
    "reason_too_long" = "The reason cannot exceed {max} characters",
    "note_too_long" = "Note cannot exceed {max} characters",
    "note_not_allowed" = "Note contains characters that are not allowed",
    "review_too_long" = "Review cannot exceed {max} characters",
    "review_not_allowed" = "Review contains characters that are not allowed",
    "title_too_long" = "Title cannot exceed {max} characters",
    "title_not_allowed" = "Title contains characters that are not allowed",
    "author_too_long" = "Author cannot exceed {max} characters",
    "author_not_allowed" = "Author contains characters that are not allowed",
    "category_too_long" = "Category cannot exceed {max} characters",
    "category_not_allowed" = "Category contains characters that are not allowed",
    "publisher_too_long" = "Publisher cannot exceed {max} characters",
    "publisher_not_allowed" = "Publisher contains characters that are not allowed",
    "edition_statement_too_long" = "Edition statement cannot exceed {max} characters",
    "edition_statement_not_allowed" = "Edition statement contains characters that are not allowed",
    "contributors_too_many" = "A book can have at most {max} contributors",
    "contributor_required" = "A contributor needs a name",
    "contributor_too_long" = "Contributor cannot exceed {max} characters",
    "contributor_not_allowed" = "Contributor contains characters that are not allowed",
    "contributor_role_too_long" = "Contributor role cannot exceed {max} characters",
    "contributor_role_not_allowed" = "Contributor role contains characters that are not allowed",
    "subjects_too_many" = "A book can have at most {max} subjects",
    "subject_required" = "A subject needs a heading",
    "subject_too_long" = "Subject cannot exceed {max} characters",
    "subject_not_allowed" = "Subject contains characters that are not allowed",
    "subject_scheme_too_long" = "Subject scheme cannot exceed {max} characters",
    "subject_scheme_not_allowed" = "Subject scheme contains characters that are not allowed",
    "series_too_many" = "A book can be in at most {max} series",
    "series_required" = "A series needs a title",
    "series_too_long" = "Series cannot exceed {max} characters",
    "series_not_allowed" = "Series contains characters that are not allowed",
    "volume_too_long" = "Volume cannot exceed {max} characters",
    "volume_not_allowed" = "Volume contains characters that are not allowed",
    "other_titles_too_many" = "A book can have at most {max} other titles",
    "other_title_too_long" = "Other title cannot exceed {max} characters",
    "other_title_not_allowed" = "Other title contains characters that are not allowed",
    "identifiers_too_many" = "A book can have at most {max} further identifiers",
    "identifier_required" = "An identifier needs a value",
    "identifier_too_long" = "Identifier cannot exceed {max} characters",
    "identifier_not_allowed" = "Identifier contains characters that are not allowed",
    "book_call_number_too_long" = "Call number cannot exceed {max} characters",
    "book_call_number_not_allowed" = "Call number contains characters that are not allowed",
    "audience_too_long" = "Audience cannot exceed {max} characters",
    "audience_not_allowed" = "Audience contains characters that are not allowed",
    "reading_level_too_long" = "Reading level cannot exceed {max} characters",
    "reading_level_not_allowed" = "Reading level contains characters that are not allowed",
    "notes_too_long" = "Notes cannot exceed {max} characters",
    "notes_not_allowed" = "Notes contain characters that are not allowed",
    "contents_too_long" = "Contents cannot exceed {max} characters",
    "contents_not_allowed" = "Contents contain characters that are not allowed",
    "links_too_many" = "A book can have at most {max} links",
    "link_invalid" = "A link needs an http or https address",
    "link_too_long" = "Link cannot exceed {max} characters",
    "link_label_too_long" = "Link label cannot exceed {max} characters",
    "link_label_not_allowed" = "Link label contains characters that are not allowed",
    "book_language_too_long" = "Language cannot exceed {max} characters",
    "book_language_not_allowed" = "Language contains characters that are not allowed",
    "description_too_long" = "Description cannot exceed {max} characters",
    "description_not_allowed" = "Description contains characters that are not allowed",
    "cover_image_too_long" = "Cover image address cannot exceed {max} characters",
    "rule_category_not_allowed" = "The category contains characters that are not allowed",
    "not_allowed" = "This contains characters that are not allowed",
    "email_required" = "Email is required",
    "email_invalid" = "Invalid email address",
    "password_required" = "Password is required",
    "password_too_short" = "Password must be at least {min} characters",
    "password_too_simple" = "Password must contain at least one uppercase letter, one lowercase letter, and one number",
    "full_name_required" = "Full name is required",
    "name_required" = "Name is required",
    "name_too_short" = "Name must be at least {min} characters",
    "phone_invalid" = "Invalid phone number",
    "phone_without_country" = "Phone number needs its country code, such as +49, because the library’s own phone number has none",
    "confirmation_required" = "Please confirm your password",
    "confirmation_differs" = "Passwords do not match",
    "terms_required" = "You must agree to the terms and conditions",
    "password_common" = "This password is too common. Please choose another one",
    "password_own_words" = "Password cannot be made of your name, email or student ID, or of the library's name",
    "current_password_required" = "Current password is required",
    "current_password_incorrect" = "Current password is incorrect",
    "password_incorrect" = "Password is incorrect",
    "new_password_required" = "New password is required",
    "second_factor_needed" = "Please use a code, a recovery code or a passkey",
    "password_not_registered" = "This is not the password that you chose when you registered",
    "own_email" = "Please change your own email address in your profile",
    "patron_category_unknown" = "There is no such patron category",
    "item_type_unknown" = "There is no such item type",
    "student_id_is_an_id" = "Student ID cannot look like the id of an account (user_12)",
    "student_id_taken" = "This student ID is already in use",
    "block_reason_required" = "Reason for the block is required",
    "language_unknown" = "This language is not supported",
    "language_required" = "Please choose a language",
    "staff_role_unknown" = "Please choose a role from the list",
    "administrator_has_all" = "An administrator has every permission and no other role",
    "permissions_required" = "Permissions are required",
    "permission_unknown" = "There is no such permission",
    "permission_twice" = "Each permission can be chosen once",
    "permission_reserved" = "Only administrators can have this permission",
    "token_days_out_of_range" = "An access token lasts between {min} and {max} days",
    "scope_unknown" = "There is no such scope",
    "scopes_required" = "Please choose at least one scope",
    "scope_twice" = "Each scope can be chosen once",
    "passkey_unreadable" = "This passkey could not be read",
    "passkey_rejected" = "This passkey was not accepted",
    "code_required" = "Code is required",
    "code_invalid" = "Enter the 6 digits of your authenticator app, or a recovery code",
    "digits_invalid" = "Enter the 6 digits of your authenticator app",
    "code_wrong" = "This code is wrong or was already used",
    "erasure_not_confirmed" = "Type the email address of the account to confirm",
    "mail_host_required" = "Mail server is required",
    "mail_host_invalid" = "Mail server must be a host name or an IP address",
    "mail_port_out_of_range" = "Port must be a number from {min} to {max}",
    "mail_security_unknown" = "Security must be none, starttls or tls",
    "mail_password_again" = "Please enter the password again: the server or the user name has changed",
    "mail_password_in_the_open" = "A user name and password need STARTTLS or TLS",
    "sender_address_required" = "Sender address is required",
    "site_address_required" = "Site address is required",
    "site_address_invalid" = "Site address must begin with https:// or http:// and have no ? or #",
    "mail_host_not_listed" = "This mail server is not on the server's list of allowed hosts (mail_hosts)",
    "mail_port_not_allowed" = "Port must be 25, 465, 587 or 2525, unless the operator of this server allows another one (mail_hosts)",
    "mail_in_the_open" = "Mail over the internet needs STARTTLS or TLS, because it contains links to accounts",
    "mail_host_private" = "This mail server is in a private network, and the operator of this server has to allow it (mail_hosts)",
    "date_invalid" = "A date looks like 2026-12-24",
    "weekday_unknown" = "A closed day must be monday, tuesday, wednesday, thursday, friday, saturday or sunday",
    "weekday_twice" = "Each closed day of the week can be named once",
    "never_open" = "The library must be open on at least one day of the week",
    "closures_too_many" = "There cannot be more than {max} closed dates",
    "closure_twice" = "This date is already in the list",
    "closure_reason_required" = "Enter a reason",
    "confirm_addresses_required" = "Please say whether email addresses are confirmed first",
    "confirm_addresses_needs_mail" = "Set up the mail server first: the confirmation is sent by mail",
    "passphrases_required" = "Please say whether passphrases are allowed",
    "staff_second_factor_required" = "Please say whether staff need a second sign-in step",
    "idle_minutes_out_of_range" = "The time must be a whole number of minutes from {min} to {max}",
    "password_length_out_of_range" = "The minimum length must be a whole number from {min} to {max}",
    "kinds_too_many" = "There cannot be more than {max} of a kind",
    "kind_name_twice" = "There is already one of this name",
    "kind_code_twice" = "There is already one of this code",
    "library_name_required" = "The library needs a name",
    "time_zone_required" = "Please choose a time zone",
    "time_zone_unknown" = "This time zone is not known",
    "currency_required" = "Please choose a currency",
    "currency_unknown" = "This currency is not known",
    "currency_booked" = "The currency cannot change any more, because amounts have been charged in it",
    "currency_has_rules" = "This currency has another number of decimal places; remove the rules with amounts first",
    "currency_has_loans" = "This currency has another number of decimal places; wait until no book is lent",
    "audit_days_out_of_range" = "Audit entries are kept for {min} to {max} days",
    "borrowing_days_out_of_range" = "Returned borrowings are kept for {min} to {max} days",
    "review_names_invalid" = "Please choose how reviews name their authors",
    "foreign_covers_required" = "Please choose whether covers from other sites are shown",
    "catalogue_open_required" = "Please choose whether visitors can search the catalogue",
    "catalogue_indexed_required" = "Please choose whether search engines can list the catalogue",
    "catalogue_indexed_needs_open" = "Search engines can only list a catalogue that visitors can search",
    "registration_open_required" = "Please say whether registration is open",
    "version_missing" = "The version of what was changed is missing",
    "rules_too_many" = "There cannot be more than {max} rules",
    "rule_unknown" = "There is no such rule",
    "rule_not_in_force" = "This rule has no effect yet",
    "rule_twice" = "There is already a rule of this kind for the same people and items",
    "rule_patron_category_unknown" = "There is a rule for a patron category that is on no list",
    "rule_item_type_unknown" = "There is a rule for an item type that is on no list",
    "whole_number_needed" = "A whole number is needed here",
    "amount_out_of_range" = "The amount must be from {min} to {max}",
    "number_out_of_range" = "The number must be from {min} to {max}",
    "value_unknown" = "The value must be one of: {choices}",
    "figures_unknown" = "The figures must be one of: samples, live, none",
    "testimonials_unknown" = "The testimonials must be one of: samples, own, none",
    "testimonials_too_many" = "There cannot be more than {max} testimonials",
    "testimonials_required" = "Please add at least one testimonial, or show none",
    "testimonial_required" = "Please write what was said",
    "testimonial_name_required" = "Please say who said it",
    "card_required" = "Please scan or enter the person's card",
    "barcode_required" = "Please scan or enter the barcode of the copy",
    "barcode_missing" = "Please enter a barcode",
    "barcode_twice" = "This barcode is entered twice",
    "barcode_taken" = "Another copy has this barcode",
    "count_or_copies" = "Please send either a count or the copies",
    "condition_unknown" = "There is no such condition",
    "copy_state_unknown" = "A copy can be set to available, lost, damaged or in_repair",
    "overrides_too_many" = "There cannot be more than {max} overrides",
    "override_unknown" = "There is no such reason to refuse",
    "override_reason_required" = "Please give the reason",
    "time_invalid" = "A time looks like 2026-12-24T16:30:00Z",
    "due_day_out_of_range" = "The due day must be today or later, within two years",
    "return_before_renewal" = "The return must not be before the last renewal",
    "return_before_borrowing" = "The return must not be before the borrowing",
    "return_in_future" = "The return must not be in the future",
    "waiver_reason_required" = "Enter a reason for the waiver",
    "amount_not_positive" = "Amount must be more than zero",
    "amount_above_debt" = "Amount cannot exceed the amount owed",
    "amount_too_large" = "Amount is too large",
    "amount_not_whole" = "Amount must be a whole number",
    "amount_too_precise" = "Amount has too many decimal places",
    "webhook_address_invalid" = "Please enter an address such as https://hooks.example.org/carrel",
    "webhook_host_not_listed" = "This host is not on the server's list of allowed hosts (webhook_hosts)",
    "webhook_address_not_secure" = "The address must begin with https://",
    "webhook_events_required" = "Please choose at least one event",
    "webhook_event_twice" = "Each event can be chosen once",
    "stars_required" = "Stars are required",
    "stars_out_of_range" = "Stars must be between {min} and {max}",
    "title_required" = "Title is required",
    "author_required" = "Author is required",
    "category_required" = "Category is required",
    "pages_out_of_range" = "Pages must be between {min} and {max}",
    "published_year_out_of_range" = "Year of publication is out of range",
    "borrowing_period_out_of_range" = "Borrowing period must be between {min} and {max} days",
    "isbn_invalid" = "Invalid ISBN",
    "cover_not_an_image" = "This file is no picture that can be read. Please choose a JPEG, PNG, WebP or GIF file",
    "cover_too_many_pixels" = "This picture has too many pixels. It can have 50 megapixels, and 12000 pixels on each side",
    "cover_damaged" = "This picture is damaged or incomplete. Please save it again, or choose another file",
    "cover_image_of_upload" = "The address of an uploaded cover cannot be entered. Please upload the picture to this book",
    "cover_image_invalid" = "Cover image must be an https address or a path on this site",
    "semester_categories_too_many" = "A book can have at most {max} semester categories",
    "copies_out_of_range" = "Copies must be between {min} and {max}",
    "count_out_of_range" = "Count must be between {min} and {max}",
    "changed_text_meanwhile" = "Someone else changed this to “{value}” in the meantime",
    "changed_meanwhile" = "Someone else changed this to {value} in the meantime",
    "removed_meanwhile" = "Someone else removed this in the meantime",
    "email_twice" = "This email is in the file twice",
    "email_kept" = "This email belonged to an account until a few days ago, and its owner can still undo the change",
    "email_in_use" = "This email is already in use",
    "student_id_twice" = "This student ID is in the file twice",
    "person_twice" = "This person is in the file twice",
    "person_not_changeable" = "You may not change this person",
    "role_not_givable" = "You may not give this role",
    "email_not_movable" = "You may not change the email address of this person",
    "role_unknown" = "Role must be the name of a role, such as student or administrator",
    "no_valid_line" = "No line of this file can be imported",
    "file_empty" = "There are no people in this file",
    "file_without_headings" = "The first line must name the columns, Email or Student ID among them",
    "file_too_long" = "There cannot be more than {max} people in a file",
    "line_unreadable" = "Line {line} cannot be read",
    "period_reversed" = "from must not be after to",
    "period_too_long" = "from and to must not be more than three years apart",
    "period_out_of_range" = "from and to must lie between {min} and {max}",
    "not_a_number_from_one" = "{field} must be a whole number from 1",
    "not_a_decade" = "{field} must be the first year of a decade, such as 1990",
    "too_many_values" = "{field} can have at most {max} values",
    "archive_filtered_by_category" = "Archived books can be filtered by one category only",
    "not_a_day" = "{field} must be a day such as 2024-01-05",
    "not_a_year" = "{field} must be a year such as 2024",
    "not_true_or_false" = "{field} must be true or false",
    "not_an_id" = "{field} must be an id such as {example}",
    "not_an_action" = "{field} must be an action of the audit log",
    "not_a_role" = "{field} must be the code of a role",
    "not_a_version" = "{field} must be the {field} of a book, such as {example}",
    "not_a_choice" = "{field} must be one of: {choices}",
    "label_copies_required" = "Please choose the copies to print labels for",
    "label_copies_twice" = "Please choose the copies in one way only",
    "labels_out_of_range" = "There must be between {min} and {max} labels",
    "labels_too_many" = "There cannot be more than {max} labels at once",
    "copies_unknown" = "There are no such copies",
    "copy_unknown" = "There is no such copy",
    "barcode_unknown" = "No copy has this barcode",
    "book_unknown" = "There is no such book",
    "import_unknown" = "There is no such import",
    "person_unknown" = "There is no such person",
    "call_numbers_missing" = "None of these copies has a call number",
    "card_people_required" = "Please choose the people to print cards for",
    "card_people_twice" = "Please choose the people in one way only",
    "people_unknown" = "There are no such people",
    "label_kind_unknown" = "Labels can be barcode, spine or combined",
    "symbology_unknown" = "Barcodes can be code128, code39 or qr",
    "label_sheet_required" = "Please choose a sheet",
    "label_sheet_unknown" = "There is no such sheet",
    "first_label_out_of_range" = "The first label must be from {min} to {max}",
    "first_label_beyond_sheet" = "The sheet has fewer labels",
    "shift_out_of_range" = "The shift must be from {min} to {max} tenths of a millimetre",
    "barcode_characters" = "This kind of barcode has no code for some of the characters",
    "barcode_too_wide" = "This barcode is too long for the label",
    "label_too_low" = "The label is too low for this",
    "call_number_too_large" = "This call number is too long for the label",
    "label_sheets_too_many" = "There cannot be more than {max} sheets",
    "length_out_of_range" = "The length must be from {min} to {max} mm",
    "labels_too_wide" = "The labels are wider than the page",
    "labels_too_high" = "The labels are higher than the page",
    "xml_entity_unknown" = "The entity &{name}; is not known",
    "row_too_long" = "Line {line} begins a row of more than 1 MiB",
    "row_too_many_cells" = "Line {line} begins a row of more than 512 cells",
    "row_unclosed_quote" = "Line {line} has a quotation mark that is not closed",
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Coded, MESSAGES, coded, codes};

    #[test]
    fn every_message_has_its_own_code() {
        let different: BTreeSet<&str> = codes().into_iter().collect();
        assert_eq!(different.len(), MESSAGES.len());
        for (code, text) in MESSAGES {
            // A text with the names of its places in them is a message of itself.
            assert_eq!(coded(text).map(|found| found.code), Some(*code), "{text}");
        }
    }

    #[test]
    fn values_are_taken_from_their_places() {
        for (message, code, values) in [
            ("Email is required", "email_required", vec![]),
            (
                "Name cannot exceed 50 characters",
                "name_too_long",
                vec![("max", "50")],
            ),
            (
                "The amount must be from 0.00 to 10.50",
                "amount_out_of_range",
                vec![("min", "0.00"), ("max", "10.50")],
            ),
            (
                "sort must be one of: title, author",
                "not_a_choice",
                vec![("field", "sort"), ("choices", "title, author")],
            ),
            (
                "Someone else changed this to “A {b} “c”” in the meantime",
                "changed_text_meanwhile",
                vec![("value", "A {b} “c”")],
            ),
        ] {
            assert_eq!(coded(message), Some(Coded { code, values }), "{message}");
        }
        assert_eq!(coded("Name cannot exceed  characters"), None);
        assert_eq!(coded("This text is in no table"), None);
    }
}
