//! Roles: what each built-in role allows, and that nobody grants more than they hold.

use carrel_domain::patch::Patch;
use carrel_domain::users::role::{
    BasicRole, RoleChange, RoleForm, may_change_person, may_change_role, may_open_account, role_code,
};
use carrel_domain::users::{Act, ActGroup, Acts, Role};
use proptest::prelude::*;

/// Every act, with the initials of the built-in roles that allow it: administrator, librarian, assistant, teacher, student.
const TABLE: [(Act, &str); Act::ALL.len()] = [
    (Act::ReadCatalogue, "alhts"),
    (Act::Borrow, "alhts"),
    (Act::ReadOwnRecord, "alhts"),
    (Act::ReadOwnBorrowings, "alhts"),
    (Act::ManageOwnAccount, "alhts"),
    (Act::ConfirmIdentity, "alhts"),
    (Act::ReadOwnSecondFactors, "alhts"),
    (Act::ManageOwnSecondFactors, "alhts"),
    (Act::MakeAccessTokens, "alhts"),
    (Act::ExportOwnData, "alhts"),
    (Act::KeepFavorites, "alhts"),
    (Act::RateBooks, "alhts"),
    (Act::ReadInventory, "al"),
    (Act::ManageCatalogue, "al"),
    (Act::ModerateReviews, "al"),
    (Act::ReadUsers, "alh"),
    (Act::ManageUsers, "al"),
    (Act::MakePasswordLinks, "al"),
    (Act::RemoveSecondFactors, "a"),
    (Act::EraseUsers, "a"),
    (Act::ManageStaff, "a"),
    (Act::ReadAnyBorrowing, "alh"),
    (Act::ReadAnyHistory, "al"),
    (Act::ExportBorrowings, "al"),
    (Act::CheckOut, "alh"),
    (Act::OverrideRefusals, "al"),
    (Act::ReturnAnyBorrowing, "alh"),
    (Act::BackdateReturns, "al"),
    (Act::RecordPayment, "alh"),
    (Act::WaiveCharges, "al"),
    (Act::AddCharges, "al"),
    (Act::ReadStatistics, "al"),
    (Act::ReadAudit, "a"),
    (Act::ExportAudit, "a"),
    (Act::ManageSettings, "a"),
    (Act::ManageMailServer, "a"),
    (Act::ManageWebhooks, "a"),
    (Act::ManageSecurity, "a"),
    (Act::ManageRoles, "a"),
];

fn built_in(code: &str) -> Role {
    let mut roles = Role::of_new_library().into_iter();
    roles.find(|role| role.code == code).expect("a built-in role")
}

fn custom(acts: Acts) -> Role {
    Role::stored("custom".to_owned(), "Custom".to_owned(), acts)
}

#[test]
fn every_act_by_built_in_role() {
    for (place, (act, allowed)) in TABLE.into_iter().enumerate() {
        assert_eq!(act, Act::ALL[place], "the table has every act");
        for (initial, code) in ["a", "l", "h", "t", "s"].into_iter().zip(Role::BUILT_IN) {
            assert_eq!(
                built_in(code).may(act),
                allowed.contains(initial),
                "{code} {act:?}"
            );
        }
    }
    let staff: Vec<bool> = Role::of_new_library().iter().map(Role::is_staff).collect();
    assert_eq!(staff, [true, true, true, false, false]);
}

#[test]
fn only_no_acts_are_empty() {
    assert!(Acts::NONE.is_empty());
    for act in Act::ALL {
        assert!(!Acts::NONE.and(act).is_empty(), "{act:?}");
    }
}

#[test]
fn the_fixed_roles_do_not_depend_on_what_is_stored() {
    for stored in [Acts::NONE, Acts::all()] {
        let role = |code: &str| Role::stored(code.to_owned(), String::new(), stored);
        assert_eq!(role(Role::ADMINISTRATOR).acts, Acts::all());
        assert_eq!(role(Role::STUDENT).acts, Acts::OF_MEMBERS);
    }
    // Any other role allows what members may do, and never what is reserved.
    assert_eq!(custom(Acts::NONE).acts, Acts::OF_MEMBERS);
    for act in Act::ALL {
        assert_eq!(custom(Acts::all()).may(act), !act.is_reserved(), "{act:?}");
    }
    for role in Role::of_new_library() {
        let again = Role::stored(
            role.code.clone(),
            role.name.clone(),
            Acts::parse(&role.stored_acts()),
        );
        assert_eq!(again, role);
    }
}

#[test]
fn built_in_roles_stay_and_two_of_them_are_fixed() {
    for (role, is_built_in, is_fixed) in [
        (built_in("admin"), true, true),
        (built_in("librarian"), true, false),
        (built_in("assistant"), true, false),
        (built_in("teacher"), true, false),
        (built_in("student"), true, true),
        (custom(Acts::NONE), false, false),
    ] {
        let found = (role.is_built_in(), role.is_fixed());
        assert_eq!(found, (is_built_in, is_fixed), "{}", role.code);
    }
}

#[test]
fn a_person_with_withheld_permissions_may_do_what_members_may() {
    for role in Role::of_new_library() {
        let withheld = role.clone().withheld();
        assert!(!role.withheld && withheld.withheld);
        assert_eq!(withheld.acts, Acts::OF_MEMBERS, "{}", role.code);
        assert_eq!((withheld.code, withheld.name), (role.code, role.name));
    }
}

#[test]
fn acts_have_names_groups_and_bits_of_their_own() {
    for act in Act::ALL {
        assert_eq!(serde_json::to_value(act).unwrap(), act.as_str());
        assert_eq!(Act::named(act.as_str()), Some(act));
        let group = act.group();
        assert_eq!(serde_json::to_value(group).unwrap(), group.as_str());
        assert_eq!(
            group == ActGroup::Member,
            Acts::OF_MEMBERS.contains(act),
            "{act:?}"
        );
        let others: Acts = Act::ALL.into_iter().filter(|other| *other != act).collect();
        assert!(!others.contains(act) && others.and(act) == Acts::all(), "{act:?}");
        assert_eq!(Acts::parse(&others.text()), others);
    }
    assert!(Acts::parse("everything  Read_users").is_empty());
    for group in ActGroup::ALL {
        assert!(Act::ALL.into_iter().any(|act| act.group() == group), "{group:?}");
    }
}

#[test]
fn a_permission_brings_what_it_needs() {
    let role = custom(Acts::NONE.and(Act::WaiveCharges));
    let chosen: Vec<Act> = role.acts.without(Acts::OF_MEMBERS).iter().collect();
    assert_eq!(
        chosen,
        [
            Act::ReadUsers,
            Act::ReadAnyBorrowing,
            Act::RecordPayment,
            Act::WaiveCharges
        ]
    );
}

fn form(name: &str, permissions: &[&str]) -> RoleForm {
    RoleForm {
        name: Some(name.to_owned()),
        permissions: Some(permissions.iter().map(|name| (*name).to_owned()).collect()),
    }
}

#[test]
fn the_form_of_a_role() {
    let absent = RoleForm::default().validate().unwrap_err();
    let absent: Vec<_> = absent.iter().map(|error| error.message).collect();
    assert_eq!(absent, ["Name is required", "Permissions are required"]);
    let valid = form(" Weekend helper ", &["check_out", "read_catalogue"])
        .validate()
        .unwrap();
    assert_eq!(valid.name, "Weekend helper");
    assert!(valid.acts.contains(Act::CheckOut) && valid.acts.contains(Act::ReadUsers));
    assert_eq!(form("A", &[]).validate().unwrap().acts, Acts::OF_MEMBERS);
    let too_long = "n".repeat(51);
    for (name, permissions, errors) in [
        ("", &[][..], &[("name", "Name is required")][..]),
        (&too_long, &[], &[("name", "Name cannot exceed 50 characters")]),
        (
            "a\nb",
            &[],
            &[("name", "Name contains characters that are not allowed")],
        ),
        ("A", &["fly"], &[("permissions", "There is no such permission")]),
        (
            "A",
            &["borrow", "borrow"],
            &[("permissions", "Each permission can be chosen once")],
        ),
        (
            "A",
            &["manage_roles"],
            &[("permissions", "Only administrators can have this permission")],
        ),
        (
            " ",
            &["manage_mail_server"],
            &[
                ("name", "Name is required"),
                ("permissions", "Only administrators can have this permission"),
            ],
        ),
    ] {
        let found = form(name, permissions).validate().unwrap_err();
        let found: Vec<_> = found.iter().map(|error| (error.field, error.message)).collect();
        assert_eq!(found, errors, "{name:?}");
    }
    assert_eq!(
        role_code("Weekend helper!", |code| code == "weekend-helper"),
        "weekend-helper-2"
    );
    assert_eq!(role_code("Помощник", |_| false), "role");
}

#[test]
fn a_change_of_a_persons_role() {
    let set = |code: &str| Patch::Set(code.to_owned());
    let (student, administrator) = (Some(BasicRole::Student), Some(BasicRole::Administrator));
    for (before, basic, staff_role, after) in [
        ("student", None, Patch::Keep, Ok("student")),
        ("assistant", None, Patch::Keep, Ok("assistant")),
        ("student", administrator, Patch::Keep, Ok("admin")),
        ("admin", student, Patch::Keep, Ok("student")),
        // For the specification, an assistant is a student already.
        ("assistant", student, Patch::Keep, Ok("assistant")),
        ("assistant", administrator, Patch::Keep, Ok("admin")),
        ("assistant", None, Patch::Clear, Ok("student")),
        ("assistant", student, Patch::Clear, Ok("student")),
        ("assistant", administrator, Patch::Clear, Ok("admin")),
        ("admin", None, Patch::Clear, Ok("admin")),
        ("admin", student, Patch::Clear, Ok("student")),
        ("student", None, set("librarian"), Ok("librarian")),
        ("admin", None, set("librarian"), Ok("librarian")),
        ("admin", student, set("librarian"), Ok("librarian")),
        (
            "student",
            administrator,
            set("librarian"),
            Err("An administrator has every permission and no other role"),
        ),
        (
            "student",
            None,
            set("admin"),
            Err("Please choose a role from the list"),
        ),
        (
            "librarian",
            None,
            set("student"),
            Err("Please choose a role from the list"),
        ),
    ] {
        let change = RoleChange { basic, staff_role };
        let found = change.apply(before);
        let found = found.as_deref().map_err(|error| (error.field, error.message));
        assert_eq!(
            found,
            after.map_err(|message| ("staffRole", message)),
            "{before} {change:?}"
        );
    }
}

#[test]
fn a_role_is_absent_if_neither_kind_was_sent() {
    let administrator = Some(BasicRole::Administrator);
    for (basic, staff_role, is_absent) in [
        (None, Patch::Keep, true),
        (None, Patch::Clear, false),
        (administrator, Patch::Keep, false),
        (administrator, Patch::Clear, false),
    ] {
        let change = RoleChange { basic, staff_role };
        assert_eq!(change.is_absent(), is_absent, "{change:?}");
    }
}

#[test]
fn who_changes_whom() {
    let role = built_in;
    let manager = custom(role("librarian").acts.and(Act::ManageStaff));
    for (actor, before, after, allowed) in [
        // A librarian manages people who are not staff, and nobody's role.
        (role("librarian"), role("student"), role("student"), true),
        (role("librarian"), role("teacher"), role("teacher"), true),
        (role("librarian"), role("student"), role("teacher"), false),
        (role("librarian"), role("assistant"), role("assistant"), false),
        (role("librarian"), role("librarian"), role("student"), false),
        (role("librarian"), role("student"), role("assistant"), false),
        (role("assistant"), role("student"), role("student"), false),
        // A role remains one of staff while its permissions are withheld.
        (
            role("librarian"),
            role("librarian").withheld(),
            role("librarian"),
            false,
        ),
        (
            role("librarian"),
            role("librarian"),
            role("librarian").withheld(),
            false,
        ),
        // With staff, up to the own permissions.
        (manager.clone(), role("assistant"), role("librarian"), true),
        (manager.clone(), role("student"), manager.clone(), true),
        (manager.clone(), role("student"), role("admin"), false),
        (manager.clone(), role("admin"), role("admin"), false),
        (manager.clone(), role("admin"), role("student"), false),
        (manager, role("student"), custom(Acts::all()), false),
        (role("admin"), role("admin"), role("student"), true),
        (role("admin"), role("student"), custom(Acts::all()), true),
    ] {
        let found = may_change_person(actor.acts, &before, &after);
        assert_eq!(found, allowed, "{} {} {}", actor.name, before.name, after.name);
    }
    assert!(may_open_account(role("librarian").acts, &role("student")));
    assert!(!may_open_account(role("librarian").acts, &role("assistant")));
    assert!(!may_open_account(role("assistant").acts, &role("student")));
    assert!(may_change_role(Acts::all(), Acts::NONE, Acts::all()));
    assert!(!may_change_role(role("librarian").acts, Acts::NONE, Acts::NONE));
}

fn any_acts() -> impl Strategy<Value = Acts> {
    proptest::sample::subsequence(Act::ALL.to_vec(), 0..=Act::ALL.len())
        .prop_map(|acts| acts.into_iter().collect())
}

fn any_role() -> impl Strategy<Value = Role> {
    prop_oneof![
        any_acts().prop_map(custom),
        proptest::sample::select(Role::of_new_library().to_vec()),
    ]
}

proptest! {
    /// Whatever a person is allowed to do to roles and people, nobody ends with more than that person holds, and nobody
    /// who holds more is touched.
    #[test]
    fn nobody_grants_more_than_they_hold(actor in any_role(), before in any_role(), after in any_role(), acts in any_acts()) {
        if may_change_person(actor.acts, &before, &after) {
            prop_assert!(actor.acts.include(after.acts) && actor.acts.include(before.acts));
            prop_assert!(actor.may(Act::ManageStaff) || (before.code == after.code && !after.is_staff()));
        }
        if may_open_account(actor.acts, &before) {
            prop_assert!(actor.acts.include(before.acts));
        }
        if may_change_role(actor.acts, before.acts, acts) {
            prop_assert!(actor.acts.include(acts) && actor.acts.include(before.acts));
        }
        // Only administrators change roles, so no other role widens itself.
        prop_assert_eq!(actor.may(Act::ManageRoles), actor.is_administrator());
    }

    /// A stored role allows what members may do and what it needs, and storing it again changes nothing.
    #[test]
    fn a_role_is_complete(acts in any_acts()) {
        let role = custom(acts);
        prop_assert!(role.acts.include(Acts::OF_MEMBERS));
        prop_assert_eq!(role.acts.with_needed(), role.acts);
        prop_assert_eq!(custom(Acts::parse(&role.stored_acts())), role);
    }
}
