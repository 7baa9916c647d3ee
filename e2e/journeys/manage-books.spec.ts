import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast, unfold } from "../src/parts.ts";

/** Searches the table of books and waits until it shows this title. */
async function find(page: Page, title: string) {
  await page.getByRole("main").getByRole("searchbox").fill(title);
  return unfold(entryOf(page.getByRole("main"), title));
}

test.describe("managing books", () => {
  test.beforeEach(async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin/books");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Books" })).toBeVisible();
  });

  test("adds a book with its copies", async ({ page, api, administrator }) => {
    const title = `Shelf Marks ${randomBytes(5).toString("hex")}`;
    await page.getByRole("button", { name: "Add book" }).first().click();
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Title").fill(title);
    await editor.getByLabel("Author").fill("The Cataloguers");
    await editor.getByLabel("Category").fill("Reference");
    await editor.getByLabel("Description").fill("How the shelves are marked.");
    await editor.getByLabel("Copies").fill("3");
    await editor.getByRole("button", { name: "Add book" }).click();
    await expect(editor).toBeHidden();
    await find(page, title);

    // The search index is updated shortly after the catalogue.
    const found = () =>
      api.as(administrator).get<Book[]>(`/books?search=${encodeURIComponent(title)}`);
    await expect.poll(found).toMatchObject([{ title, totalCopies: 3, availableCopies: 3 }]);
  });

  test("fits a window of 1280 pixels, with long names and in German", async ({
    page,
    api,
    administrator,
  }) => {
    // A book that was never borrowed has one button more.
    const book = await api.as(administrator).addBook(2, {
      author: "Mihaly Csikszentmihalyi",
      isbn: "978-0-06-016253-5",
      publishedYear: 1990,
      editionStatement: "Second, revised edition",
    });
    for (const language of ["en", "de"]) {
      await page.evaluate((code) => localStorage.setItem("language", code), language);
      await page.reload();
      await expect(entryOf(page.getByRole("main"), book.title)).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const tooWide = await page.getByRole("table").evaluate(async ({ parentElement: box }) => {
        await document.fonts.ready;
        return box === null ? null : box.scrollWidth - box.clientWidth;
      });
      expect(tooWide, language).toBe(0);
    }
  });

  test("shows the required fields of a book", async ({ page }) => {
    await page.getByRole("button", { name: "Add book" }).first().click();
    const editor = page.getByRole("dialog");
    await editor.getByRole("button", { name: "Add book" }).click();
    for (const label of ["Title", "Author", "Category"]) {
      await expect(editor.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    }
    await editor.getByLabel("ISBN").fill("978-0-201-89683-2");
    await editor.getByRole("button", { name: "Add book" }).click();
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
    const archived = await unfold(entryOf(page.getByRole("main"), book.title));
    await archived.getByRole("button", { name: `Restore ${book.title}` }).click();
    await expectToast(page, "Book restored");
    expect(await desk.get(`/books/${book._id}`)).toMatchObject({ archivedAt: null });
  });

  test("deletes a book that was never borrowed, and undoes the deletion", async ({
    page,
    api,
    administrator,
  }) => {
    const desk = api.as(administrator);
    const book = await desk.addBook(2);
    await page.reload();
    const entry = await find(page, book.title);
    await entry.getByRole("button", { name: `Delete ${book.title}` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title of the book").fill(book.title);
    await page.keyboard.press("Enter");
    await expectToast(page, "Book deleted");
    await expect(entry).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Deletion undone");
    expect(await desk.get(`/books/${book._id}`)).toMatchObject({
      totalCopies: 2,
      archivedAt: null,
    });
  });

  test("archives selected books together, and restores them", async ({
    page,
    api,
    administrator,
  }) => {
    const desk = api.as(administrator);
    const book = await desk.addBook(1);
    // The search index is updated shortly after the catalogue: a selected book that it does not contain yet would leave
    // the list.
    await expect
      .poll(() => desk.get<Book[]>(`/books?search=${encodeURIComponent(book.title)}`))
      .toMatchObject([{ title: book.title }]);
    await page.reload();
    await find(page, book.title);
    await expect(page.getByText("1 book", { exact: true }).first()).toBeVisible();
    await page.getByRole("checkbox", { name: book.title }).check();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    const preview = page.getByRole("dialog", { name: "Archive 1 book?" });
    await preview.getByRole("button", { name: "Archive 1 book" }).click();
    await expectToast(page, "1 book archived");
    await page.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Books restored");
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
    await editor.getByLabel("Copies to add").fill("2");
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
    await editor.getByRole("button", { name: /^Put back copy/ }).click();
    await expectToast(page, "Copy is back in the collection");
    await expect(editor.getByText("3 of 3 available")).toBeVisible();
  });

  test("adds copies with the barcodes of a roll of labels", async ({
    page,
    api,
    administrator,
    consoleErrors,
  }) => {
    // Another copy has a barcode.
    consoleErrors.expectStatus(422);
    const desk = api.as(administrator);
    const book = await desk.addBook(0);
    const roll = `R${book._id.replace(/\D/g, "")}-`;
    await page.goto(`/admin/books?edit=${book._id}&tab=copies`);
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Barcodes", { exact: true }).selectOption("Use a range of labels");
    await editor.getByLabel("First barcode").fill(`${roll}0098`);
    // A scanner ends each code with Enter.
    await page.keyboard.press("Enter");
    await expect(editor.getByLabel("Last barcode")).toBeFocused();
    await page.keyboard.type(`${roll}0101`);
    await page.keyboard.press("Enter");
    await expect(editor.getByRole("button", { name: "Add 4 copies" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expectToast(page, "4 copies added");
    const copies = editor.getByRole("list", { name: "Copies of this book" });
    for (const number of ["0098", "0099", "0100", "0101"]) {
      await expect(copies.getByText(`${roll}${number}`)).toBeVisible();
    }

    await editor.getByLabel("First barcode").fill(`${roll}0101`);
    await editor.getByLabel("Last barcode").fill(`${roll}0102`);
    await editor.getByRole("button", { name: "Add 2 copies" }).click();
    await expect(
      editor.getByText(`Another copy has this barcode: ${roll}0101`, { exact: true }),
    ).toBeVisible();
    expect(await desk.get(`/books/${book._id}`)).toMatchObject({ totalCopies: 4 });
  });

  test("keeps a copy in the library, with its price", async ({
    page,
    api,
    administrator,
    reader,
  }) => {
    const desk = api.as(administrator);
    const book = await desk.addBook(1);
    await page.reload();
    const entry = await find(page, book.title);
    await entry.getByRole("button", { name: `Edit ${book.title}` }).click();
    const editor = page.getByRole("dialog");
    await editor.getByRole("tab", { name: "Copies" }).click();
    await editor.getByRole("button", { name: /^Edit copy/ }).click();
    const form = editor.getByRole("form", { name: /^Edit copy/ });
    await form.getByLabel("Price").fill("24.90");
    await form.getByLabel("Only for use in the library").check();
    await form.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Copy updated");
    await expect(editor.getByText("Not for loan")).toBeVisible();
    await expect(editor.getByText(/price \$24\.90/)).toBeVisible();
    await expect(editor.getByText("0 of 1 available")).toBeVisible();
    expect(await api.as(reader).get(`/books/${book._id}`)).toMatchObject({
      availableCopies: 0,
      viewer: { refusals: [{ code: "book_not_lendable" }] },
    });
  });

  test("does not archive a book that is on loan", async ({
    page,
    api,
    administrator,
    reader,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(409);
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
