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
