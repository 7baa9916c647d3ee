//! The validation messages. The specification fixes none of them, since it has no form for books.

/// No title.
pub const TITLE_REQUIRED: &str = "Title is required";
/// Over 300 characters.
pub const TITLE_TOO_LONG: &str = "Title cannot exceed 300 characters";
/// Control characters.
pub const TITLE_NOT_ALLOWED: &str = "Title contains characters that are not allowed";
/// No author.
pub const AUTHOR_REQUIRED: &str = "Author is required";
/// Over 200 characters.
pub const AUTHOR_TOO_LONG: &str = "Author cannot exceed 200 characters";
/// Control characters.
pub const AUTHOR_NOT_ALLOWED: &str = "Author contains characters that are not allowed";
/// No category.
pub const CATEGORY_REQUIRED: &str = "Category is required";
/// Over 80 characters.
pub const CATEGORY_TOO_LONG: &str = "Category cannot exceed 80 characters";
/// Control characters.
pub const CATEGORY_NOT_ALLOWED: &str = "Category contains characters that are not allowed";
/// Over 200 characters.
pub const PUBLISHER_TOO_LONG: &str = "Publisher cannot exceed 200 characters";
/// Control characters.
pub const PUBLISHER_NOT_ALLOWED: &str = "Publisher contains characters that are not allowed";
/// Over 200 characters.
pub const EDITION_STATEMENT_TOO_LONG: &str = "Edition statement cannot exceed 200 characters";
/// Control characters.
pub const EDITION_STATEMENT_NOT_ALLOWED: &str = "Edition statement contains characters that are not allowed";
/// Over 60 characters.
pub const LANGUAGE_TOO_LONG: &str = "Language cannot exceed 60 characters";
/// Control characters.
pub const LANGUAGE_NOT_ALLOWED: &str = "Language contains characters that are not allowed";
/// Over 5000 characters.
pub const DESCRIPTION_TOO_LONG: &str = "Description cannot exceed 5000 characters";
/// Control characters other than line ends and tabs.
pub const DESCRIPTION_NOT_ALLOWED: &str = "Description contains characters that are not allowed";
/// Not 1 to 20,000.
pub const PAGES_OUT_OF_RANGE: &str = "Pages must be between 1 and 20000";
/// Before 3000 BC or more than two years ahead.
pub const PUBLISHED_YEAR_OUT_OF_RANGE: &str = "Year of publication is out of range";
/// Not 1 to 365.
pub const BORROWING_PERIOD_OUT_OF_RANGE: &str = "Borrowing period must be between 1 and 365 days";
/// Not in the list of item types.
pub const ITEM_TYPE_UNKNOWN: &str = "There is no such item type";
/// Not 10 or 13 digits, or a wrong check digit.
pub const ISBN_INVALID: &str = "Invalid ISBN";
/// Neither an https address nor a path on this site.
pub const COVER_IMAGE_INVALID: &str = "Cover image must be an https address or a path on this site";
/// The address of the uploaded cover of another book, or of none.
pub const COVER_IMAGE_OF_UPLOAD: &str =
    "The address of an uploaded cover cannot be entered. Please upload the picture to this book";
/// Over 500 characters.
pub const COVER_IMAGE_TOO_LONG: &str = "Cover image address cannot exceed 500 characters";
/// Over 12.
pub const SEMESTER_CATEGORIES_TOO_MANY: &str = "A book can have at most 12 semester categories";
/// One is over 80 characters.
pub const SEMESTER_CATEGORY_TOO_LONG: &str = "Semester category cannot exceed 80 characters";
/// Control characters.
pub const SEMESTER_CATEGORY_NOT_ALLOWED: &str = "Semester category contains characters that are not allowed";
/// Not 0 to 1000.
pub const COPIES_OUT_OF_RANGE: &str = "Copies must be between 0 and 1000";
/// Over 100.
pub const CONTRIBUTORS_TOO_MANY: &str = "A book can have at most 100 contributors";
/// No name.
pub const CONTRIBUTOR_REQUIRED: &str = "A contributor needs a name";
/// One is over 200 characters.
pub const CONTRIBUTOR_TOO_LONG: &str = "Contributor cannot exceed 200 characters";
/// Control characters.
pub const CONTRIBUTOR_NOT_ALLOWED: &str = "Contributor contains characters that are not allowed";
/// One is over 60 characters.
pub const ROLE_TOO_LONG: &str = "Contributor role cannot exceed 60 characters";
/// Control characters.
pub const ROLE_NOT_ALLOWED: &str = "Contributor role contains characters that are not allowed";
/// Over 100.
pub const SUBJECTS_TOO_MANY: &str = "A book can have at most 100 subjects";
/// No heading.
pub const SUBJECT_REQUIRED: &str = "A subject needs a heading";
/// One is over 300 characters.
pub const SUBJECT_TOO_LONG: &str = "Subject cannot exceed 300 characters";
/// Control characters.
pub const SUBJECT_NOT_ALLOWED: &str = "Subject contains characters that are not allowed";
/// One is over 30 characters.
pub const SCHEME_TOO_LONG: &str = "Subject scheme cannot exceed 30 characters";
/// Control characters.
pub const SCHEME_NOT_ALLOWED: &str = "Subject scheme contains characters that are not allowed";
/// Over 20.
pub const SERIES_TOO_MANY: &str = "A book can be in at most 20 series";
/// No title.
pub const SERIES_REQUIRED: &str = "A series needs a title";
/// One is over 300 characters.
pub const SERIES_TOO_LONG: &str = "Series cannot exceed 300 characters";
/// Control characters.
pub const SERIES_NOT_ALLOWED: &str = "Series contains characters that are not allowed";
/// One is over 60 characters.
pub const VOLUME_TOO_LONG: &str = "Volume cannot exceed 60 characters";
/// Control characters.
pub const VOLUME_NOT_ALLOWED: &str = "Volume contains characters that are not allowed";
/// Over 30.
pub const OTHER_TITLES_TOO_MANY: &str = "A book can have at most 30 other titles";
/// One is over 300 characters.
pub const OTHER_TITLE_TOO_LONG: &str = "Other title cannot exceed 300 characters";
/// Control characters.
pub const OTHER_TITLE_NOT_ALLOWED: &str = "Other title contains characters that are not allowed";
/// Over 50.
pub const IDENTIFIERS_TOO_MANY: &str = "A book can have at most 50 further identifiers";
/// No value.
pub const IDENTIFIER_REQUIRED: &str = "An identifier needs a value";
/// One is over 100 characters.
pub const IDENTIFIER_TOO_LONG: &str = "Identifier cannot exceed 100 characters";
/// Control characters.
pub const IDENTIFIER_NOT_ALLOWED: &str = "Identifier contains characters that are not allowed";
/// Over 80 characters.
pub const CALL_NUMBER_TOO_LONG: &str = "Call number cannot exceed 80 characters";
/// Control characters.
pub const CALL_NUMBER_NOT_ALLOWED: &str = "Call number contains characters that are not allowed";
/// Over 300 characters.
pub const AUDIENCE_TOO_LONG: &str = "Audience cannot exceed 300 characters";
/// Control characters.
pub const AUDIENCE_NOT_ALLOWED: &str = "Audience contains characters that are not allowed";
/// Over 100 characters.
pub const READING_LEVEL_TOO_LONG: &str = "Reading level cannot exceed 100 characters";
/// Control characters.
pub const READING_LEVEL_NOT_ALLOWED: &str = "Reading level contains characters that are not allowed";
/// Over 10,000 characters.
pub const NOTES_TOO_LONG: &str = "Notes cannot exceed 10000 characters";
/// Control characters other than line ends and tabs.
pub const NOTES_NOT_ALLOWED: &str = "Notes contain characters that are not allowed";
/// Over 20,000 characters.
pub const CONTENTS_TOO_LONG: &str = "Contents cannot exceed 20000 characters";
/// Control characters other than line ends and tabs.
pub const CONTENTS_NOT_ALLOWED: &str = "Contents contain characters that are not allowed";
/// Over 30.
pub const LINKS_TOO_MANY: &str = "A book can have at most 30 links";
/// No address, or another one.
pub const LINK_INVALID: &str = "A link needs an http or https address";
/// One is over 2000 characters.
pub const LINK_TOO_LONG: &str = "Link cannot exceed 2000 characters";
/// One is over 300 characters.
pub const LINK_LABEL_TOO_LONG: &str = "Link label cannot exceed 300 characters";
/// Control characters.
pub const LINK_LABEL_NOT_ALLOWED: &str = "Link label contains characters that are not allowed";
