//! Reproducible random numbers: the same seed gives the same sequence.

/// A generator after Steele, Lea and Flood (splitmix64): small, uniform, and unsuitable for secrets.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The generator of one of many calls under one seed.
    pub fn new(seed: u64, throw: u64) -> Self {
        let mut dice = Dice(seed ^ throw.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        dice.number();
        dice
    }

    /// A random 64-bit number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.number() % limit).unwrap_or(0)
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random element; there is at least one.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
