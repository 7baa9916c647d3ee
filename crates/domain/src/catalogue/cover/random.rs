//! Pseudo-random numbers that are always equal for the same book.

/// FNV-1a over the UTF-8 bytes, 32 bits (Fowler, Noll, Vo).
pub(super) fn fnv1a(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// The generator mulberry32 (Tommy Ettinger) with 32 bits of state; gives equal numbers in Rust and JavaScript.
pub(super) struct Random {
    state: u32,
}

impl Random {
    pub(super) fn new(seed: u32) -> Random {
        Random { state: seed }
    }

    /// The next number, from 0 to below 1.
    pub(super) fn next(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x6d2b_79f5);
        let mut mixed = (self.state ^ (self.state >> 15)).wrapping_mul(self.state | 1);
        mixed ^= mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(mixed | 0x3d));
        f64::from(mixed ^ (mixed >> 14)) / 4_294_967_296.0
    }

    /// Picks one of `choices` with equal probability.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "cutting off the fraction is the choice"
    )]
    #[expect(clippy::cast_sign_loss, reason = "the number is not negative")]
    pub(super) fn pick<T: Copy, const N: usize>(&mut self, choices: [T; N]) -> T {
        let count = u32::try_from(N).expect("a few choices");
        choices[(self.next() * f64::from(count)) as usize]
    }
}
