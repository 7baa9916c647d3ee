import type { Borrowing } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast, toastAbout, unfold } from "../src/parts.ts";
import { isNarrow } from "../src/people.ts";
import { shownDate, shownDayAndTime, shownMoney } from "../src/texts.ts";

test.describe("managing borrowings", () => {
  test("shows every borrowing in the five columns", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const { timeZone } = await api.library();
    const book = await api.as(administrator).addBook(1);
    const borrowing = await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto("/admin/borrowings");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Borrowings" })).toBeVisible();
    if (!isNarrow(page)) {
      for (const column of ["Book Title", "Borrower", "Borrowed Date", "Due Date", "Status"]) {
        await expect(page.getByRole("columnheader", { name: column })).toBeVisible();
      }
    }
    const row = page.getByRole("row").filter({ hasText: book.title });
    await expect(row).toContainText(`${book.title} by ${book.author}`);
    await expect(row).toContainText(`${reader.name} (${reader.email})`);
    await expect(row).toContainText(shownDayAndTime(borrowing.borrowedDate, timeZone));
    await expect(row).toContainText(shownDate(borrowing.dueOn));
    await expect(row).toContainText("Active");
  });

  test("filters by the status in the link on the dashboard", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const overdue = await api
      .as(administrator)
      .get<Borrowing[]>("/borrowings?status=overdue&limit=20");
    expect(overdue.length).toBeGreaterThan(0);
    await enterAs(administrator);
    await page.goto("/admin/borrowings?status=overdue");
    const rows = page.getByRole("row").filter({ hasText: "by" });
    await expect(rows.filter({ hasText: overdue[0]?.book.title ?? "" }).first()).toBeVisible();
    await expect(rows.filter({ hasText: "Returned" })).toHaveCount(0);
    await expect(rows.filter({ hasText: "Active" })).toHaveCount(0);
  });

  test("returns a book", async ({ page, api, administrator, reader, enterAs }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto("/admin/borrowings");
    const entry = await unfold(entryOf(page, book.title));
    await entry.getByRole("button", { name: /^Return/ }).click();
    await expectToast(page, "Book returned successfully!");
    await expect(entryOf(page, book.title)).toContainText("Returned");
  });

  test("shows the borrower and the fine of a returned overdue book, and undoes the return", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const late = (await desk.get<Borrowing[]>("/borrowings/overdue?limit=20")).find(
      ({ fineAmount, fineOutstanding }) => fineAmount > 0 && fineOutstanding === 0,
    );
    if (late === undefined) throw new Error("the demo should have an overdue book with a fine");
    const { _id, book, user, copy, fineAmount } = late;
    await enterAs(administrator);
    await page.goto(`/admin/borrowings?status=overdue&search=${encodeURIComponent(user.email)}`);
    const row = page.getByRole("row").filter({ hasText: book.title });
    await unfold(row);
    await row.getByRole("button", { name: `Return ${book.title}` }).click();
    const toast = toastAbout(page, "Book returned successfully!", book);
    await expect(toast).toContainText(user.name);
    await expect(toast).toContainText(copy.barcode);
    await expect(toast).toContainText(`Fine: ${shownMoney(fineAmount)}`);
    await expect(toast.getByRole("button", { name: "Record payment" })).toBeVisible();
    await expect(row).toHaveCount(0);

    await toast.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Return undone");
    await expect(toast).toHaveCount(0);
    await expect(row).toContainText("Overdue");
    await unfold(row);
    await expect(row.getByRole("button", { name: `Return ${book.title}` })).toBeVisible();
    await expect(row.getByRole("button", { name: /^Record payment/ })).toHaveCount(0);
    const theirs = await desk.get<Borrowing[]>(`/admin/borrowings/user/${user._id}?limit=100`);
    expect(theirs.find((borrowing) => borrowing._id === _id)).toMatchObject({
      status: "overdue",
      returnedDate: null,
      fineOutstanding: 0,
    });
  });

  test("shows a message when nothing matches", async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin/borrowings?search=qqqqzzzzxxxx");
    await expect(page.getByText("No Borrowing Records Found")).toBeVisible();
    await expect(page.getByText("No results for “qqqqzzzzxxxx”.")).toBeVisible();
  });

  test("shows a failure on the page and in a toast", async ({
    page,
    administrator,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(500);
    await page.route(/\/api\/borrowings(\?|$)/, (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "internal", message: "" } }),
    );
    await enterAs(administrator);
    await page.goto("/admin/borrowings");
    await expect(page.getByRole("main").getByText("Failed to load borrowings.")).toBeVisible();
    await expectToast(page, "Server error. Please try again later.");
    await expectToast(page, "Failed to fetch all borrowings");
  });
});
