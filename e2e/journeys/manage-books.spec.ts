import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast } from "../src/parts.ts";

/** Searches the table of books and waits until it shows this title. */
async function find(page: Page, title: string) {
  await page.getByRole("main").getByRole("searchbox").fill(title);
  const entry = entryOf(page.getByRole("main"), title);
  await expect(entry).toBeVisible();
  return entry;
}

test.describe("managing books", () => {
  test.beforeEach(async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin/books");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Books" })).toBeVisible();
  });

  test("adds a book with its copies", async ({ page, api, administrator }) => {
    const title = `Shelf Marks ${randomBytes(5).toString("hex")}`;
    await page.getByRole("button", { name: "Add Book" }).first().click();
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Title").fill(title);
    await editor.getByLabel("Author").fill("The Cataloguers");
    await editor.getByLabel("Category").fill("Reference");
    await editor.getByLabel("Description").fill("How the shelves are marked.");
    await editor.getByLabel("Copies").fill("3");
    await editor.getByRole("button", { name: /^(Add|Save)/ }).click();
    await expect(editor).toBeHidden();
    await find(page, title);

    // The search follows the catalogue by a moment.
    const found = () =>
      api.as(administrator).get<Book[]>(`/books?search=${encodeURIComponent(title)}`);
    await expect.poll(found).toMatchObject([{ title, totalCopies: 3, availableCopies: 3 }]);
  });

  test("shows the required fields of a book", async ({ page }) => {
    await page.getByRole("button", { name: "Add Book" }).first().click();
    const editor = page.getByRole("dialog");
    await editor.getByRole("button", { name: /^(Add|Save)/ }).click();
    for (const label of ["Title", "Author", "Category"]) {
      await expect(editor.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    }
    await editor.getByLabel("ISBN").fill("978-0-201-89683-2");
    await editor.getByRole("button", { name: /^(Add|Save)/ }).click();
    await expect(editor.getByLabel("ISBN")).toHaveAttribute("aria-invalid", "true");
  });

  test("changes a book", async ({ page, api, administrator }) => {
    const book = await api.as(administrator).addBook(1);
    await page.reload();
    const entry = await find(page, book.title);
    await entry.getByRole("button", { name: /^Edit/ }).click();
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Publisher").fill("The Second Press");
    await editor.getByRole("button", { name: /^Save/ }).click();
    await expect(editor).toBeHidden();
    const { publisher } = await api
      .as(administrator)
      .get<{ publisher: string }>(`/books/${book._id}`);
    expect(publisher).toBe("The Second Press");
  });

  test("archives a book with past borrowings, and restores it", async ({
    page,
    api,
    administrator,
    reader,
  }) => {
    const desk = api.as(administrator);
    const book = await desk.addBook(1);
    await desk.giveBack(await api.as(reader).borrow(book));
    await page.reload();
    const entry = await find(page, book.title);
    await entry.getByRole("button", { name: /^Archive/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Archive/ })
      .click();
    // The open dialog hides the page behind it, so this check waits until the book is archived.
    await expectToast(page, "Book archived");
    await expect(entry).toBeHidden();
    expect(await desk.get(`/admin/books?status=archived&search=${book.title}`)).toMatchObject([
      { _id: book._id },
    ]);

    await page.goto("/admin/books?status=archived");
    await page
      .getByRole("main")
      .getByRole("button", { name: `Restore ${book.title}` })
      .click();
    await expectToast(page, "Book restored");
    expect(await desk.get(`/books/${book._id}`)).toMatchObject({ archivedAt: null });
  });

  test("adds copies and withdraws one", async ({ page, api, administrator }) => {
    const desk = api.as(administrator);
    const book = await desk.addBook(1);
    await page.reload();
    const entry = await find(page, book.title);
    await entry.getByRole("button", { name: `Edit ${book.title}` }).click();
    const editor = page.getByRole("dialog");
    await editor.getByRole("tab", { name: "Copies" }).click();
    await editor.getByLabel("How many").fill("2");
    await editor.getByRole("button", { name: "Add copies" }).click();
    await expectToast(page, "2 copies added");
    await expect(editor.getByText("3 of 3 available")).toBeVisible();

    await editor
      .getByRole("button", { name: /^Withdraw copy/ })
      .first()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(editor.getByText("2 of 2 available")).toBeVisible();
    expect(await desk.get(`/books/${book._id}`)).toMatchObject({ totalCopies: 2 });
  });

  test("does not archive a book that is on loan", async ({
    page,
    api,
    administrator,
    reader,
    complaints,
  }) => {
    complaints.expectStatus(409);
    const desk = api.as(administrator);
    const book = await desk.addBook(1);
    await api.as(reader).borrow(book);
    await page.reload();
    const entry = await find(page, book.title);
    await entry.getByRole("button", { name: /^Archive/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Archive/ })
      .click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    expect(await desk.get(`/books/${book._id}`)).toMatchObject({ archivedAt: null });
  });
});
