//! The authors of generated books: a few have written much, most one or two books.

use super::people;
use crate::random::Random;

/// All authors of a library.
#[derive(Debug, Clone, Copy)]
pub(super) struct Authors {
    seed: u64,
    count: u64,
}

impl Authors {
    /// The authors of so many books.
    pub(super) fn of(books: u64, seed: u64) -> Self {
        Authors {
            seed,
            count: (books / 2).max(1),
        }
    }

    /// The name of an author. The probability of an author is about the inverse of the author's rank, as in catalogues of real
    /// libraries (Zipf's law): half of all books are by those who come before the square root of the count.
    pub(super) fn name(self, random: &mut Random) -> String {
        let rank = self.rank(random);
        // The same rank is always the same person.
        let mut person = Random::new(self.seed ^ rank.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let given = people::given_name(&mut person);
        let family = people::family_name(&mut person);
        // There are more authors than pairs of names.
        match person.below(27) {
            0 => format!("{given} {family}"),
            letter => {
                let letter = u8::try_from(letter - 1).unwrap_or_default();
                format!("{given} {}. {family}", char::from(b'A' + letter))
            }
        }
    }

    /// From 0 up to, but excluding, the count. Doubles a range until it covers all ranks, which are drawn evenly from one of
    /// the ranges: each has the same probability.
    fn rank(self, random: &mut Random) -> u64 {
        let ranges = u64::from(self.count.ilog2()) + 1;
        let from = (1u64 << random.below(ranges)) - 1;
        let until = (2 * from + 1).min(self.count);
        from + random.below(until - from)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Authors;
    use crate::random::Random;

    #[test]
    fn a_few_authors_have_written_much_and_most_little() {
        let authors = Authors::of(20_000, 1);
        let mut random = Random::new(3);
        let mut books: BTreeMap<u64, u64> = BTreeMap::new();
        for _ in 0..20_000 {
            let rank = authors.rank(&mut random);
            assert!(rank < 10_000);
            *books.entry(rank).or_default() += 1;
        }
        let first = books.get(&0).copied().unwrap_or_default();
        assert!((1_000..2_000).contains(&first), "{first}");
        let few = books.values().filter(|count| **count <= 2).count();
        assert!(few * 2 > books.len(), "{few} of {}", books.len());
    }

    #[test]
    fn a_library_of_one_book_has_an_author() {
        let mut random = Random::new(1);
        assert!(Authors::of(1, 1).name(&mut random).contains(' '));
    }
}
