//! The messages and the limits of forms about people.

/// The messages. The specification fixes some of them word for word.
pub mod message {
    /// No email (specification, section 5).
    pub const EMAIL_REQUIRED: &str = "Email is required";
    /// Email without the form of an address (specification, section 5).
    pub const EMAIL_INVALID: &str = "Invalid email address";
    /// No password (specification, section 5).
    pub const PASSWORD_REQUIRED: &str = "Password is required";
    /// Password under 6 characters (specification, section 5).
    pub const PASSWORD_TOO_SHORT: &str = "Password must be at least 6 characters";
    /// [`PASSWORD_TOO_SHORT`] for another minimum, as far as the settings allow one.
    pub fn password_too_short(least: usize) -> &'static str {
        TOO_SHORT
            .get(least.saturating_sub(6))
            .copied()
            .unwrap_or(PASSWORD_TOO_SHORT)
    }

    macro_rules! too_short {
        ($($least:literal)*) => {
            [$(concat!("Password must be at least ", $least, " characters")),*]
        };
    }

    /// For the minimum lengths 6 to 64.
    const TOO_SHORT: [&str; 59] = too_short!(
        6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45
        46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
    );

    /// Password without an uppercase letter, a lowercase letter or a digit (specification, section 5).
    pub const PASSWORD_TOO_SIMPLE: &str =
        "Password must contain at least one uppercase letter, one lowercase letter, and one number";
    /// No name (specification, section 5).
    pub const NAME_REQUIRED: &str = "Full name is required";
    /// Name under 2 characters (specification, section 5).
    pub const NAME_TOO_SHORT: &str = "Name must be at least 2 characters";
    /// Name over 50 characters (specification, section 5).
    pub const NAME_TOO_LONG: &str = "Name cannot exceed 50 characters";
    /// Phone number of another form (specification, section 5).
    pub const PHONE_INVALID: &str = "Invalid phone number";
    /// National phone number in a list of people of a library whose country is unknown.
    pub const PHONE_WITHOUT_COUNTRY: &str =
        "Phone number needs its country code, such as +49, because the library’s own phone number has none";
    /// Address over 200 characters (specification, section 5).
    pub const ADDRESS_TOO_LONG: &str = "Address cannot exceed 200 characters";
    /// No repeated password (specification, section 5).
    pub const CONFIRMATION_REQUIRED: &str = "Please confirm your password";
    /// Repeated password that differs (specification, section 5).
    pub const CONFIRMATION_DIFFERS: &str = "Passwords do not match";
    /// Terms not agreed to (specification, section 5).
    pub const TERMS_REQUIRED: &str = "You must agree to the terms and conditions";

    /// A password that many people use.
    pub const PASSWORD_COMMON: &str = "This password is too common. Please choose another one";
    /// A password made of the person's own words.
    pub const PASSWORD_OWN_WORDS: &str =
        "Password cannot be made of your name, email or student ID, or of the library's name";
    /// Password over 128 characters.
    pub const PASSWORD_TOO_LONG: &str = "Password cannot exceed 128 characters";
    /// Password with a control character.
    pub const PASSWORD_NOT_ALLOWED: &str = "Password contains characters that are not allowed";
    /// No current password.
    pub const CURRENT_PASSWORD_REQUIRED: &str = "Current password is required";
    /// A password that is not that of the account.
    pub const PASSWORD_INCORRECT: &str = "Password is incorrect";
    /// A password in place of the second factor that the account has.
    pub const SECOND_FACTOR_NEEDED: &str = "Please use a code, a recovery code or a passkey";
    /// A password other than that of the registration.
    pub const PASSWORD_NOT_REGISTERED: &str = "This is not the password that you chose when you registered";
    /// One's own e-mail address, changed without the password.
    pub const OWN_EMAIL: &str = "Please change your own email address in your profile";
    /// No new password.
    pub const NEW_PASSWORD_REQUIRED: &str = "New password is required";
    /// Name with a control character.
    pub const NAME_NOT_ALLOWED: &str = "Name contains characters that are not allowed";
    /// Address with a control character other than line ends and tabs.
    pub const ADDRESS_NOT_ALLOWED: &str = "Address contains characters that are not allowed";
    /// College over 100 characters.
    pub const COLLEGE_TOO_LONG: &str = "College cannot exceed 100 characters";
    /// College with a control character.
    pub const COLLEGE_NOT_ALLOWED: &str = "College contains characters that are not allowed";
    /// Department over 100 characters.
    pub const DEPARTMENT_TOO_LONG: &str = "Department cannot exceed 100 characters";
    /// Department with a control character.
    pub const DEPARTMENT_NOT_ALLOWED: &str = "Department contains characters that are not allowed";
    /// Semester over 50 characters.
    pub const SEMESTER_TOO_LONG: &str = "Semester cannot exceed 50 characters";
    /// Semester with a control character.
    pub const SEMESTER_NOT_ALLOWED: &str = "Semester contains characters that are not allowed";
    /// Semester category over 80 characters.
    pub const SEMESTER_CATEGORY_TOO_LONG: &str = "Semester category cannot exceed 80 characters";
    /// Semester category with a control character.
    pub const SEMESTER_CATEGORY_NOT_ALLOWED: &str =
        "Semester category contains characters that are not allowed";
    /// Class over 50 characters.
    pub const CLASS_TOO_LONG: &str = "Class cannot exceed 50 characters";
    /// Class with a control character.
    pub const CLASS_NOT_ALLOWED: &str = "Class contains characters that are not allowed";
    /// Homeroom over 50 characters.
    pub const HOMEROOM_TOO_LONG: &str = "Homeroom cannot exceed 50 characters";
    /// Homeroom with a control character.
    pub const HOMEROOM_NOT_ALLOWED: &str = "Homeroom contains characters that are not allowed";
    /// Not in the list of patron categories.
    pub const PATRON_CATEGORY_UNKNOWN: &str = "There is no such patron category";
    /// Student ID over 40 characters.
    pub const STUDENT_ID_TOO_LONG: &str = "Student ID cannot exceed 40 characters";
    /// Student ID with a control character.
    pub const STUDENT_ID_NOT_ALLOWED: &str = "Student ID contains characters that are not allowed";
    /// Student ID with the form of the id of an account.
    pub const STUDENT_ID_IS_AN_ID: &str = "Student ID cannot look like the id of an account (user_12)";
    /// Block without a reason.
    pub const BLOCK_REASON_REQUIRED: &str = "Reason for the block is required";
    /// Reason for a block over 500 characters.
    pub const BLOCK_REASON_TOO_LONG: &str = "Reason for the block cannot exceed 500 characters";
    /// Reason for a block with a control character other than line ends and tabs.
    pub const BLOCK_REASON_NOT_ALLOWED: &str =
        "Reason for the block contains characters that are not allowed";
}

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, Text};

    /// A name.
    pub const NAME: Text = Text::of(2, 50, Form::NAME);
    /// An e-mail address (RFC 5321, section 4.5.3.1.3, without the brackets).
    pub const EMAIL: Text = Text::of(6, 254, Form::EMAIL);
    /// A postal address; it may have several lines.
    pub const ADDRESS: Text = Text::up_to(200, Form::LINES);
    /// A new password; the maximum bounds the cost of hashing.
    pub const NEW_PASSWORD: Text = Text::of(6, 128, Form::NEW_PASSWORD);
    /// The password of a sign-in.
    pub const PASSWORD: Text = Text::of(6, 128, Form::ANY);
    /// The current password, when it is changed.
    pub const CURRENT_PASSWORD: Text = Text::of(1, 128, Form::ANY);
    /// A college or a department.
    pub const PLACE: Text = Text::up_to(100, Form::LINE);
    /// A semester.
    pub const SEMESTER: Text = Text::up_to(50, Form::LINE);
    /// A semester category: as long as a book's category.
    pub const SEMESTER_CATEGORY: Text = Text::up_to(80, Form::LINE);
    /// A class of a school.
    pub const CLASS: Text = Text::up_to(50, Form::LINE);
    /// A homeroom.
    pub const HOMEROOM: Text = Text::up_to(50, Form::LINE);
    /// A student ID.
    pub const STUDENT_ID: Text = Text::up_to(40, Form::LINE);
    /// The reason for a block; it may have several lines.
    pub const BLOCK_REASON: Text = Text::of(1, 500, Form::FILLED_LINES);
}
