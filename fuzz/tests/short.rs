//! The short run: each target reads its corpus, and inputs made from it, without a fuzzer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use carrel_fuzz::corpus::{self, escaped};
use carrel_fuzz::mutate::Mutator;
use carrel_fuzz::{TARGETS, named};

/// Runs a target, and fails with the input that made it panic.
fn run(name: &str) {
    let target = named(name).expect("a target");
    let inputs = corpus::read(name).expect("a corpus");
    assert!(inputs.len() >= 5, "{name} has only {} inputs", inputs.len());
    let check = |input: &[u8]| {
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
        assert!(outcome.is_ok(), "{name} failed on {}", escaped(input));
    };
    for input in &inputs {
        check(input);
    }
    let mut mutator = Mutator::new(1);
    for _ in 0..target.short_run {
        check(&mutator.input(&inputs));
    }
}

macro_rules! short_runs {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*

        #[test]
        fn every_target_has_a_short_run() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

short_runs!(
    api backup book_data cover cql forms harvest http image_address isbn mail marc marc_text people_csv picture search second_factor secrets
    table user_agent values webhook
);
