//! The requests of a row, distributed to its clients.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The source of the responses of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answers {
    /// A few questions, repeated, and asked once before the measurement: responses come from the cache where possible.
    Repeated,
    /// No question twice between two changes of the data: every response is computed.
    Distinct,
}

impl Answers {
    /// The word in the tables.
    pub fn word(self) -> &'static str {
        match self {
            Answers::Repeated => "repeated",
            Answers::Distinct => "distinct",
        }
    }
}

/// The number of distinct questions among repeated ones.
const REPEATED: usize = 20;

/// One question: its requests, sent one after the other over one connection.
pub type Question = Vec<Vec<u8>>;

/// Questions of one kind, distributed in turn to all clients.
pub struct Pool {
    questions: Vec<Question>,
    answers: Answers,
    next: AtomicUsize,
}

/// A question, and whether all questions have been asked once since the data changed last.
pub struct Dealt<'a> {
    pub question: &'a Question,
    pub is_round_over: bool,
}

impl Pool {
    /// A pool of at least one question.
    pub fn new(mut questions: Vec<Question>, answers: Answers) -> Self {
        if answers == Answers::Repeated {
            questions.truncate(REPEATED);
        }
        Pool {
            questions,
            answers,
            next: AtomicUsize::new(0),
        }
    }

    /// The next question. No two clients get the same one in one round.
    pub fn deal(&self) -> Dealt<'_> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let place = number % self.questions.len();
        Dealt {
            question: &self.questions[place],
            is_round_over: self.answers == Answers::Distinct && number > 0 && place == 0,
        }
    }

    /// All questions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, Pool};

    #[test]
    fn distinct_questions_repeat_only_after_a_full_round() {
        let questions = (0..3_u8).map(|number| vec![vec![number]]).collect();
        let pool = Pool::new(questions, Answers::Distinct);
        let dealt: Vec<(u8, bool)> = (0..7)
            .map(|_| {
                let dealt = pool.deal();
                (dealt.question[0][0], dealt.is_round_over)
            })
            .collect();
        let expected = [
            (0, false),
            (1, false),
            (2, false),
            (0, true),
            (1, false),
            (2, false),
            (0, true),
        ];
        assert_eq!(dealt, expected);
    }
}
