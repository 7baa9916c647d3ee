import type { Page } from "@playwright/test";
import type { Book, Borrowing } from "../src/api.ts";
import { expect, newcomer, test } from "../src/carrel.ts";
import { dismissToast, entryOf, expectToast, searchBooks, section, unfold } from "../src/parts.ts";
import { navigate, navigateAsAdmin, signOut } from "../src/people.ts";
import { literally, shownDate, shownMoney } from "../src/texts.ts";

/** Signs in with a demo button of the login screen, which is already open. */
async function signInByDemoButton(page: Page, who: "Student" | "Administrator"): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("button", { name: new RegExp(`^${who}`) }).click();
  await main.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/dashboard");
  // The address changes before the screen: a menu opened on the previous screen would close again.
  await expect(page.getByRole("heading", { level: 1, name: /^Welcome/ })).toBeVisible();
}

newcomer(
  "a new student borrows, renews and returns a book",
  async ({ page, api, consoleErrors }) => {
    const student = await api.signInToDemo("student");
    const mine = api.as(student);
    const before = await mine.get<Borrowing[]>("/borrowings/my-borrowings?limit=100");
    const late = before.find(({ status }) => status === "overdue");
    if (late === undefined) throw new Error("the demo's student should have something overdue");
    const known = await mine.get<Book[]>("/books?sort=title&limit=100");
    const history = await mine.get<Borrowing[]>("/borrowings/my-history?limit=100");
    const book = known.find(
      ({ _id, availableCopies }) =>
        availableCopies > 0 && !history.some((borrowing) => borrowing.book._id === _id),
    );
    if (book === undefined) throw new Error("the demo should have a book to borrow");

    await test.step("sign in with the demo button", async () => {
      await page.goto("/");
      await page.getByRole("main").getByRole("link", { name: "Sign In" }).first().click();
      await signInByDemoButton(page, "Student");
    });

    await test.step("find the book by search", async () => {
      await navigate(page, "Books");
      await searchBooks(page, book.title);
      await entryOf(page, book.title)
        .getByRole("link", { name: /View Details/ })
        .click();
      await expect(page.getByRole("heading", { level: 1, name: book.title })).toBeVisible();
    });

    await test.step("borrow it", async () => {
      await page.getByRole("button", { name: "Borrow Book" }).click();
      await expectToast(page, "Book borrowed successfully!");
      await dismissToast(page, "Book borrowed successfully!");
    });

    const open = await mine.get<Borrowing[]>("/borrowings/my-borrowings?limit=100");
    const borrowing = open.find((one) => one.book._id === book._id);
    if (borrowing === undefined) throw new Error("the book was not borrowed");

    await test.step("see it in My Borrowings and on the dashboard", async () => {
      await navigate(page, "My Borrowings");
      const entry = entryOf(page, book.title);
      await expect(entry).toContainText("Active");
      await expect(entry).toContainText(shownDate(borrowing.dueOn));
      await entry.getByRole("button", { name: `Renew ${book.title}` }).click();
      await expect(page.getByText(/ renewed until /).first()).toBeVisible();
      const [renewed] = (await mine.get<Borrowing[]>("/borrowings/my-borrowings?limit=100")).filter(
        ({ _id }) => _id === borrowing._id,
      );
      if (renewed === undefined) throw new Error("the renewed borrowing is gone");
      expect(renewed.dueOn > borrowing.dueOn).toBe(true);
      await expect(entry).toContainText(shownDate(renewed.dueOn));
      await page.goto("/dashboard");
      await expect(
        page.getByRole("main").getByRole("link", { name: /Books Borrowed/ }),
      ).toContainText(`${open.length}`);
      await signOut(page);
    });

    await test.step("override a refused renewal as the administrator", async () => {
      await page.goto("/login");
      await signInByDemoButton(page, "Administrator");
      await navigateAsAdmin(page, "Manage Borrowings");
      const entry = page
        .getByRole("row")
        .filter({ hasText: book.title })
        .filter({ hasText: student.email });
      const renew = entry.getByRole("button", { name: `Renew ${book.title}` });
      const current = async () =>
        (await mine.get<Borrowing[]>("/borrowings/my-borrowings?limit=100")).find(
          ({ _id }) => _id === borrowing._id,
        );
      await unfold(entry);
      for (let left = (await current())?.renewalsLeft ?? 0; left > 0; left -= 1) {
        await renew.click();
        await expect.poll(async () => (await current())?.renewalsLeft).toBe(left - 1);
      }
      consoleErrors.expectStatus(409);
      await renew.click();
      const dialog = page.getByRole("dialog", { name: "Renewal refused" });
      await expect(dialog).toContainText("This book has no renewals left");
      await dialog.getByLabel("Reason for the override").fill("Needed for an exam");
      await dialog.getByRole("button", { name: "Renew anyway" }).click();
      await expect(dialog).toHaveCount(0);
      const { dueOn } = (await current()) as Borrowing;
      await expectToast(page, `“${book.title}” renewed until ${shownDate(dueOn)}`);
      await expect(entry).toContainText(shownDate(dueOn));
    });

    await test.step("return it and an overdue book as the administrator", async () => {
      await navigateAsAdmin(page, "Manage Users");
      const main = page.getByRole("main");
      await main.getByRole("searchbox").fill(student.email);
      await main
        .getByRole("button", { name: literally(student.name) })
        .or(main.getByRole("link", { name: literally(student.name) }))
        .first()
        .click();
      const borrowings = section(page, `Borrowings for ${student.name}`);
      for (const { title } of [book, late.book]) {
        const giveBack = borrowings.getByRole("button", { name: `Return Book: ${title}` });
        // With the keyboard: a second press of the pointer at the same place is ignored for half a second.
        await giveBack.press("Enter");
        await expectToast(page, "Book returned successfully!");
        await dismissToast(page, "Book returned successfully!");
        await expect(giveBack).toHaveCount(0);
      }
      await signOut(page);
    });

    await test.step("find both in the student's history, one with a fine", async () => {
      await page.goto("/login");
      await signInByDemoButton(page, "Student");
      await navigate(page, "History");
      await expect(page).toHaveURL("/my-history");
      await expect(entryOf(page, book.title)).toContainText("Returned");
      const { fineAmount } = (await mine.get<Borrowing[]>("/borrowings/my-history?limit=100")).find(
        ({ _id }) => _id === late._id,
      ) as Borrowing;
      expect(fineAmount).toBeGreaterThan(0);
      const entry = entryOf(page, late.book.title);
      await expect(entry).toContainText("Returned");
      await expect(entry).toContainText(shownMoney(fineAmount));
      await expect(entry).toContainText("Unpaid");
    });
  },
);

test("shows a person without borrowings that there are none", async ({ page, reader, enterAs }) => {
  await enterAs(reader);
  await page.goto("/my-borrowings");
  await expect(page.getByText("No Active Borrowings")).toBeVisible();
  await expect(page.getByText("No Borrowing History")).toBeVisible();
});
