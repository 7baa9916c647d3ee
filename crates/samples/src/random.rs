//! Reproducible random numbers: the demo library and generated ones are the same on every machine.

/// The generator SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). Good enough
/// for sample data, and unsuitable for secrets.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but excluding, `bound`; 0 when the bound is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let product = u128::from(self.next()) * u128::from(bound);
        u64::try_from(product >> 64).expect("the upper half of 128 bits")
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let count = u64::try_from(high - low + 1).unwrap_or(0);
        low + i64::try_from(self.below(count)).expect("below a difference of such numbers")
    }

    /// True with this probability in percent.
    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of several choices, with equal probability.
    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        let place = self.below(choices.len() as u64);
        &choices[usize::try_from(place).expect("a place in a slice")]
    }

    /// The index of one of the weights, with a probability proportional to its weight; `None` when all are 0.
    pub(crate) fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let mut left = self.below(weights.iter().sum());
        weights.iter().position(|weight| {
            let found = left < *weight;
            left = left.saturating_sub(*weight);
            found
        })
    }

    /// 32 random bytes.
    pub(crate) fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.next().to_le_bytes());
        }
        bytes
    }

    /// 128 random bits.
    pub(crate) fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn a_range_includes_both_ends_and_nothing_beyond() {
        let mut random = Random::new(1);
        let drawn: Vec<i64> = (0..500).map(|_| random.between(-2, 3)).collect();
        assert_eq!(drawn.iter().min(), Some(&-2));
        assert_eq!(drawn.iter().max(), Some(&3));
    }

    #[test]
    fn a_weight_of_zero_is_never_drawn() {
        let mut random = Random::new(1);
        let mut seen = [0; 4];
        for _ in 0..1000 {
            seen[random.weighted(&[0, 1, 0, 9]).unwrap()] += 1;
        }
        assert_eq!([seen[0], seen[2]], [0, 0]);
        assert!(seen[1] > 50 && seen[3] > 800, "{seen:?}");
        assert_eq!(random.weighted(&[0, 0]), None);
    }
}
