//! The requests of a row, dealt to its clients.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How the answers of a row come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answers {
    /// A few questions over and over, asked before the measurement starts: answers come from the cache where there is one.
    Repeated,
    /// No question twice between two changes of the data: every answer is made.
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

/// Different questions among repeated ones.
const REPEATED: usize = 20;

/// One question: the requests that it takes, sent one after the other over one connection.
pub type Question = Vec<Vec<u8>>;

/// Questions of one kind, dealt in turn to all clients together.
pub struct Pool {
    questions: Vec<Question>,
    answers: Answers,
    next: AtomicUsize,
}

/// A question, and whether all questions have been dealt once since the data changed last.
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
    fn a_round_of_distinct_questions_ends_before_any_is_dealt_again() {
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
