import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { freshIsbn, startBookSource } from "../src/book-source.ts";
import { expect, newcomer, test } from "../src/carrel.ts";
import { expectAccessible, expectNoSidewaysScroll, settle } from "../src/looks.ts";

const field = (page: Page) => page.getByRole("textbox", { name: "ISBN", exact: true });
const added = (page: Page) => page.getByRole("region", { name: "Just added" });

/** Types a number as a hand scanner does: the digits and Enter, wherever the focus is. */
async function scan(page: Page, isbn: string) {
  await page.keyboard.type(isbn);
  await page.keyboard.press("Enter");
}

test("without any source, staff add a new book and a copy by scanning alone", async ({
  page,
  api,
  administrator,
  enterAs,
}) => {
  await enterAs(administrator);
  const isbn = freshIsbn();
  const title = `Lanterns ${randomBytes(4).toString("hex")}`;
  await page.goto("/admin/books");
  await page.getByRole("link", { name: "Add by ISBN" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Add by ISBN" })).toBeVisible();
  await expect(field(page)).toBeFocused();

  await scan(page, isbn);
  await expect(page.getByText("No source of book data is turned on.")).toBeVisible();
  await settle(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: /^Title/ }).fill(title);
  await page.getByRole("textbox", { name: /^Author/ }).fill("Jane Roe");
  await page.getByRole("combobox", { name: /^Category/ }).fill("Fiction");
  await page.getByRole("button", { name: "Save and next" }).click();
  await expect(added(page)).toContainText(title);
  await expect(added(page)).toContainText("New book, 1 copy");

  // The library has it now: the next scan adds a copy with the scanned barcode.
  await expect(field(page)).toBeFocused();
  await scan(page, isbn);
  await expect(page.getByText("The library has a book with this ISBN.")).toBeVisible();
  await settle(page);
  await expectAccessible(page);
  const barcode = `X${randomBytes(4).toString("hex")}`.toUpperCase();
  await page.getByRole("textbox", { name: /^Barcode/ }).focus();
  await scan(page, barcode);
  await expect(added(page)).toContainText(`1 more copy · ${barcode}`);

  const { books } = await api
    .as(administrator)
    .get<{ books: { _id: string; totalCopies: number }[] }>(`/book-lookups?isbn=${isbn}`);
  expect(books.map(({ totalCopies }) => totalCopies)).toEqual([2]);
});

newcomer(
  "a source fills the form, a broken one is named, and scans wait in order",
  async ({ page, api, enterAs }) => {
    const administrator = await api.signInToDemo("admin");
    const [first, second, unknown] = [freshIsbn(), freshIsbn(), freshIsbn()];
    const source = await startBookSource({ [first]: "Bees", [second]: "Ants" });
    const broken = await startBookSource({});
    broken.break(503);
    try {
      const desk = api.as(administrator);
      const path = "/admin/settings/book-data";
      const { version } = await desk.get<{ version: string }>(path);
      const server = (name: string, address: string) => ({
        kind: "sru",
        isOn: true,
        name,
        address,
        version: "1.1",
        query: "bath.isbn={isbn}",
      });
      await desk.request("PUT", path, {
        sources: [
          server("Town Library", broken.address),
          server("State Library", source.address),
          { kind: "open_library", isOn: false },
        ],
        covers: false,
        version,
      });
      await enterAs(administrator);
      await page.goto("/admin/add-by-isbn");
      await expect(field(page)).toBeFocused();
      await scan(page, first);
      await scan(page, second);
      await expect(page.getByText(/Filled in from State Library/)).toBeVisible();
      await expect(page.getByText("it answered with status 503")).toBeVisible();
      await expect(page.getByText(`1 number waits: ${second}`)).toBeVisible();
      await expect(page.getByRole("textbox", { name: /^Title/ })).toHaveValue("Bees");
      await expect(page.getByRole("textbox", { name: /^Publisher/ })).toHaveValue("Hive Press");
      await settle(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole("combobox", { name: /^Category/ }).fill("Nature");
      await page.getByRole("button", { name: "Save and next" }).click();
      await expect(added(page)).toContainText("Bees");

      // The next number was looked up meanwhile; its category is that of the last book.
      await expect(page.getByRole("textbox", { name: /^Title/ })).toHaveValue("Ants");
      await expect(page.getByRole("combobox", { name: /^Category/ })).toHaveValue("Nature");
      await page.getByRole("button", { name: "Skip" }).click();
      await scan(page, unknown);
      await expect(page.getByText("No source has a book with this number.")).toBeVisible();

      // The record came with the book, byte for byte.
      const { books } = await desk.get<{ books: { _id: string }[] }>(`/book-lookups?isbn=${first}`);
      const marc = await desk.get<{ isStored: boolean; text: string }>(
        `/books/${books[0]?._id}/marc`,
      );
      expect(marc.isStored).toBe(true);
      expect(marc.text).toContain("=003  XX-Test");
      expect(source.queries).toContain(`bath.isbn=${first}`);

      // What was added is taken back.
      await added(page).getByRole("button", { name: "Undo: Bees" }).click();
      await expect(added(page)).toContainText("Undone");
      const after = await desk.get<{ books: unknown[] }>(`/book-lookups?isbn=${first}`);
      expect(after.books).toEqual([]);
    } finally {
      await source.stop();
      await broken.stop();
    }
  },
);
