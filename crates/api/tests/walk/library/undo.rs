//! Borrowings and returns that are undone.

use carrel_testkit::MINUTE;

use super::Walk;

impl Walk<'_> {
    /// A person borrows a book and undoes it after a moment, or tries to when it is too late.
    pub async fn borrow_and_undo(&mut self, person: usize, book: usize, too_late: bool) {
        let before = self.model.borrowings.len();
        self.borrow(person, book).await;
        let Some(borrowing) = self.model.borrowings.get(before) else {
            return;
        };
        let path = format!("/api/borrowings/{}/undo", borrowing.id);
        self.let_pass(too_late).await;
        self.step(&format!("borrowing {before} is undone"));
        let answer = self.server.post(&path).as_(&self.people[person]).await;
        if too_late {
            self.expect_status(&answer, 409);
        } else {
            self.expect_status(&answer, 200);
            self.model.borrowings.pop();
        }
        self.compare_around(person, book).await;
    }

    /// An open borrowing is returned and the return is undone after a moment, or staff try to when it is too late.
    pub async fn give_back_and_undo(&mut self, borrowing: usize, too_late: bool) {
        // A return in the instant of a renewal is not undone.
        self.wait(1000).await;
        let before = self.model.borrowings[borrowing].clone();
        self.give_back(borrowing).await;
        self.let_pass(too_late).await;
        self.step(&format!("the return of borrowing {borrowing} is undone"));
        let path = format!("/api/admin/borrowings/{}/undo-return", before.id);
        let answer = self.server.post(&path).as_(&self.administrator).await;
        if too_late || before.returned_at.is_some() {
            self.expect_status(&answer, 409);
        } else {
            self.expect_status(&answer, 200);
            self.model.borrowings[borrowing] = before;
            self.compare(borrowing, &answer.json["data"]);
        }
        let (person, book) = self.parties(borrowing);
        self.compare_around(person, book).await;
    }

    /// The time between an act and its undoing.
    async fn let_pass(&mut self, too_late: bool) {
        let moment = if too_late { 2 * MINUTE } else { 2 * MINUTE - 1 };
        self.wait(moment).await;
    }
}
