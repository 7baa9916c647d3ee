//! Inputs made from others, always the same ones from one seed. Not guided by coverage: for the short run.

/// Makes inputs.
#[derive(Debug, Clone)]
pub struct Mutator {
    state: u64,
}

/// Bytes and texts that parsers treat specially.
const SPECIAL: [&[u8]; 32] = [
    b"\0",
    b"\n",
    b"\r\n",
    b"\"",
    b"'",
    b"\\",
    b"/",
    b"<",
    b">",
    b"&",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b";",
    b":",
    b"@",
    b"%00",
    b"-1",
    b"9223372036854775808",
    b"1e400",
    b"null",
    b"true",
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    "\u{feff}".as_bytes(),
    "\u{202e}".as_bytes(),
    "e\u{301}".as_bytes(),
    "\u{1f600}".as_bytes(),
    "\u{fdfa}".as_bytes(),
];

/// The longest input that is made.
const LONGEST: usize = 4096;

impl Mutator {
    /// The same seed gives the same inputs.
    pub fn new(seed: u64) -> Self {
        Mutator {
            // The generator would stay at zero.
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        }
    }

    /// Xorshift.
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// A number below `bound`; 0 when the bound is 0.
    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// An input made from one or two of the corpus, or from nothing.
    pub fn input(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut input = if corpus.is_empty() || self.below(20) == 0 {
            Vec::new()
        } else {
            corpus[self.below(corpus.len())].clone()
        };
        for _ in 0..=self.below(6) {
            self.change(&mut input, corpus);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>, corpus: &[Vec<u8>]) {
        let at = self.below(input.len() + 1);
        let end = at + self.below(input.len() + 1 - at);
        match self.below(8) {
            0 => drop(input.drain(at..end)),
            1 => {
                let part = input[at..end].to_vec();
                let place = self.below(input.len() + 1);
                input.splice(place..place, part);
            }
            2 => {
                let byte = u8::try_from(self.below(256)).unwrap_or(0);
                input.insert(at, byte);
            }
            3 if at < input.len() => {
                let bit = self.below(8);
                input[at] ^= 1 << bit;
            }
            4 | 5 => {
                let special = SPECIAL[self.below(SPECIAL.len())];
                input.splice(at..at, special.iter().copied());
            }
            6 if !corpus.is_empty() => {
                let other = &corpus[self.below(corpus.len())];
                let from = self.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => {
                let special = SPECIAL[self.below(SPECIAL.len())];
                input.splice(at..end, special.iter().copied());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Mutator};

    #[test]
    fn a_seed_makes_the_same_different_inputs() {
        let corpus = vec![b"one input".to_vec(), b"another".to_vec()];
        let make = |seed| -> Vec<Vec<u8>> {
            let mut mutator = Mutator::new(seed);
            (0..200).map(|_| mutator.input(&corpus)).collect()
        };
        let inputs = make(1);
        assert_eq!(inputs, make(1));
        assert_ne!(inputs, make(2));
        assert!(inputs.iter().all(|input| input.len() <= LONGEST));
        let distinct: std::collections::BTreeSet<_> = inputs.iter().collect();
        assert!(distinct.len() > 150, "{} of 200 differ", distinct.len());
    }
}
