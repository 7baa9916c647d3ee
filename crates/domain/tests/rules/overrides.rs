use carrel_domain::circulation::overrides::{Override, OverrideError, apply_overrides};
use carrel_domain::circulation::refusal::Refusal;

fn an_override(code: &str) -> Override {
    Override::new(code, "The head librarian agreed").expect("a valid override")
}

#[test]
fn overrides_remove_the_refusals_they_name_if_allowed() {
    let refusals = vec![
        Refusal::AccountInactive,
        Refusal::AccountBlocked,
        Refusal::OverdueBorrowings { count: 2 },
        Refusal::CopyNotLendable,
    ];
    let overrides = [
        an_override("copy_not_lendable"),
        an_override("account_inactive"),
        an_override("account_blocked"),
        an_override("book_not_lendable"),
    ];
    let left = apply_overrides(refusals.clone(), &overrides);
    assert_eq!(
        left.remaining,
        [Refusal::AccountInactive, Refusal::OverdueBorrowings { count: 2 }]
    );
    assert_eq!(
        left.used,
        [an_override("copy_not_lendable"), an_override("account_blocked")]
    );
    let without = apply_overrides(refusals.clone(), &[]);
    assert_eq!((without.remaining, without.used), (refusals, Vec::new()));
}

#[test]
fn an_override_needs_a_comment() {
    let table = [
        ("", Err(OverrideError::CommentRequired)),
        (" \n ", Err(OverrideError::CommentRequired)),
        ("\u{200b}", Err(OverrideError::CommentRequired)),
        (" agreed ", Ok("agreed")),
    ];
    for (comment, expected) in table {
        let made = Override::new("account_blocked", comment);
        assert_eq!(
            made.map(|made| (made.code, made.comment)),
            expected.map(|comment| ("account_blocked".to_owned(), comment.to_owned()))
        );
    }
    let longest = "ä".repeat(500);
    assert!(Override::new("account_blocked", &longest).is_ok());
    assert_eq!(
        Override::new("account_blocked", &format!("{longest}!")),
        Err(OverrideError::CommentTooLong)
    );
}
