import type { Page } from "@playwright/test";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { isStreamOfChanges } from "../src/looks.ts";
import { entryOf, expectToast, openBook, searchBooks } from "../src/parts.ts";
import { signIn } from "../src/people.ts";

/** The maximum time until an open screen shows another person's change. */
const FOLLOWS = { timeout: 2_000 };
/** The same for a page that has just been loaded: it begins to follow after three seconds. */
const FOLLOWS_SOON = { timeout: 8_000 };

const isStream = (response: { url: () => string }) => isStreamOfChanges(response.url());

/** Waits until a page follows changes. */
async function followed(page: Page): Promise<void> {
  await page.waitForResponse(isStream);
}

test.describe("open screens follow changes without a reload", () => {
  test("after another reader borrows a book, in all tabs, with one stream for the browser", async ({
    page,
    context,
    api,
    browser,
    server,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(2);
    await enterAs(reader);
    let streams = 0;
    context.on("response", (response) => {
      if (isStream(response)) streams += 1;
    });
    await openBook(page, book);
    await followed(page);
    const main = page.getByRole("main");
    await expect(main.getByText("2 of 2 available").first()).toBeVisible();
    const list = await context.newPage();
    await list.goto("/books");
    await searchBooks(list, book.title);
    await expect(entryOf(list, book.title)).toContainText("2 of 2 available");

    const other = await (await browser.newContext({ baseURL: server.address })).newPage();
    await signIn(other, await api.registerStudent());
    await openBook(other, book);
    await other.getByRole("button", { name: "Borrow Book" }).click();
    await expectToast(other, "Book borrowed successfully!");

    await expect(main.getByText("1 left").first()).toBeVisible(FOLLOWS);
    // This tab joins the stream of the first one, which tells it what has changed before.
    await expect(entryOf(list, book.title)).toContainText("1 left", FOLLOWS_SOON);
    expect(streams).toBe(1);
    await other.context().close();
  });

  test("after the desk records the return of a reader's book", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const book = await desk.addBook(1);
    const borrowing = await api.as(reader).borrow(book);
    await enterAs(reader);
    await page.goto("/my-borrowings");
    const current = page.getByRole("region", { name: "Current Borrowings" });
    await expect(entryOf(current, book.title)).toBeVisible();
    await followed(page);
    await desk.giveBack(borrowing);
    await expect(entryOf(current, book.title)).toHaveCount(0, FOLLOWS);
    await expect(page.getByText("No Active Borrowings")).toBeVisible();
  });

  test("but no row moves while the pointer is over the list", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const reader = await api.registerStudent();
    const books: Book[] = [];
    for (let count = 0; count < 3; count += 1) books.push(await desk.addBook(1));
    const borrowings = [];
    for (const book of books) borrowings.push(await api.as(reader).borrow(book));
    const [first, , last] = borrowings;
    if (first === undefined || last === undefined) throw new Error("three borrowings");
    await enterAs(administrator);
    // At this width the toolbar has no space for another button.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/admin/borrowings?status=active&search=${encodeURIComponent(reader.email)}`);
    const rows = page.getByRole("main").locator("[data-row]");
    await expect(rows).toHaveCount(3);
    await followed(page);

    // The newest borrowing is in the first row.
    const pointedAt = page.locator(`[data-row="${first._id}"]`);
    await pointedAt.hover();
    const before = await pointedAt.boundingBox();
    await desk.giveBack(last);
    await expect(page.locator(`[data-row="${last._id}"][inert]`)).toHaveCount(1, FOLLOWS);
    expect(await pointedAt.boundingBox()).toEqual(before);
    // With the keyboard, because the changes are also shown when the pointer leaves the rows.
    await page.getByRole("button", { name: "Show changes" }).press("Enter");
    await expect(rows).toHaveCount(2);
  });
});
