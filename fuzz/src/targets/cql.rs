//! Queries of CQL.

use carrel_domain::catalogue::cql::{Tree, parse, resolve};

use super::text;

pub(crate) fn run(input: &[u8]) {
    match parse(&text(input)).and_then(|parsed| resolve(&parsed)) {
        Ok(mut search) => {
            let mut leaves = 0;
            search.tree.for_each_leaf(&mut |leaf| {
                leaves += 1;
                if let Tree::Words { words, .. } = leaf {
                    assert!(!words.is_empty() && words.iter().all(|word| !word.text.is_empty()));
                }
            });
            // Each operator adds one set, and `<>` another.
            assert!((1..=202).contains(&leaves), "the size of a query is bounded");
        }
        Err(diagnostic) => {
            assert_ne!(
                diagnostic.message, "General system error",
                "{}",
                diagnostic.number
            );
            assert!(diagnostic.details.chars().count() <= 100);
        }
    }
}
