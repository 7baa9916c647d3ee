//! A second factor that a library asks its staff for.

use carrel_domain::users::staff_factor::{WITHOUT_FACTOR, must_add_factor};
use carrel_domain::users::{Act, Acts, Role};

#[test]
fn without_a_factor_a_person_reaches_their_own_account_alone() {
    let possible: Vec<Act> = WITHOUT_FACTOR.iter().collect();
    assert_eq!(
        possible,
        [
            Act::ReadOwnRecord,
            Act::ManageOwnAccount,
            Act::ConfirmIdentity,
            Act::ReadOwnSecondFactors,
            Act::ManageOwnSecondFactors,
        ]
    );
    // Every role can add a factor.
    assert!(Acts::OF_MEMBERS.include(WITHOUT_FACTOR));
}

#[test]
fn only_staff_without_a_factor_must_add_one_and_only_when_they_are_asked() {
    for role in Role::of_new_library() {
        let is_staff = !matches!(role.code.as_str(), "teacher" | "student");
        assert_eq!(must_add_factor(true, &role, false), is_staff, "{}", role.code);
        assert!(!must_add_factor(true, &role, true), "{}", role.code);
        assert!(!must_add_factor(false, &role, false), "{}", role.code);
    }
}
