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
    /// Address over 200 characters (specification, section 5).
    pub const ADDRESS_TOO_LONG: &str = "Address cannot exceed 200 characters";
    /// No repeated password (specification, section 5).
    pub const CONFIRMATION_REQUIRED: &str = "Please confirm your password";
    /// Repeated password that differs (specification, section 5).
    pub const CONFIRMATION_DIFFERS: &str = "Passwords do not match";
    /// Terms not agreed to (specification, section 5).
    pub const TERMS_REQUIRED: &str = "You must agree to the terms and conditions";

    /// Password over 128 characters.
    pub const PASSWORD_TOO_LONG: &str = "Password cannot exceed 128 characters";
    /// Password with a control character.
    pub const PASSWORD_NOT_ALLOWED: &str = "Password contains characters that are not allowed";
    /// No current password.
    pub const CURRENT_PASSWORD_REQUIRED: &str = "Current password is required";
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
    /// A student ID.
    pub const STUDENT_ID: Text = Text::up_to(40, Form::LINE);
    /// The reason for a block; it may have several lines.
    pub const BLOCK_REASON: Text = Text::of(1, 500, Form::FILLED_LINES);
}
