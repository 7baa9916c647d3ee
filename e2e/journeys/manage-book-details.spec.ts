import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { expectToast, openBook, section } from "../src/parts.ts";

/** Opens a section of the editor by keyboard. */
async function unfoldSection(page: Page, editor: Locator, name: string) {
  const heading = editor.getByRole("button", { name });
  await heading.focus();
  await page.keyboard.press("Enter");
  await expect(heading).toHaveAttribute("aria-expanded", "true");
}

/** Presses a button that adds a row, whose first field then has the focus. */
async function addRow(page: Page, editor: Locator, button: string, row: string) {
  await editor.getByRole("button", { name: button }).press("Enter");
  await expect(editor.getByRole("listitem", { name: row }).locator(":focus")).toHaveCount(1);
  return page.keyboard;
}

test.describe("the details of a book", () => {
  test("are entered by keyboard, shown on the page of the book, and lead to other books", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const mark = randomBytes(5).toString("hex");
    const heading = `Hives ${mark}`;
    const subjects = [{ heading: `${heading} -- Care` }];
    await desk.addBook(1, { details: { subjects } });
    const book = await desk.addBook(1, { title: `Bees ${mark}`, author: `Ann ${mark}` });
    // The suggestions come from the search index, which is updated shortly after the catalogue.
    const counted = () =>
      desk.get<Book[]>(`/books?subject=${encodeURIComponent(`${heading} -- Care`)}`);
    await expect.poll(async () => (await counted()).length).toBe(1);

    await enterAs(administrator);
    await page.goto(`/admin/books?edit=${book._id}`);
    const editor = page.getByRole("dialog", { name: book.title });
    await unfoldSection(page, editor, "People and subjects");
    const keys = await addRow(page, editor, "Add person", "Person 1");
    await keys.type(`Ann ${mark}`);
    // Enter adds a row below.
    await keys.press("Enter");
    await expect(
      editor.getByRole("listitem", { name: "Person 2" }).locator(":focus"),
    ).toBeVisible();
    await keys.type(`Tora ${mark}`);
    await keys.press("Tab");
    await keys.type("transl");
    await keys.press("ArrowDown");
    await keys.press("Enter");
    await expect(
      editor.getByRole("listitem", { name: "Person 2" }).getByRole("combobox", { name: "Role" }),
    ).toHaveValue("Translator");
    await keys.press("Enter");
    await keys.type(`Ida ${mark}`);
    await keys.press("Alt+ArrowUp");
    const second = editor.getByRole("listitem", { name: "Person 2" });
    await expect(second.getByRole("textbox", { name: "Name" })).toHaveValue(`Ida ${mark}`);
    await expect(second.getByRole("textbox", { name: "Name" })).toBeFocused();
    await second.getByRole("button", { name: `Remove Ida ${mark}` }).press("Enter");
    await expect(editor.getByRole("listitem", { name: "Person 3" })).toHaveCount(0);

    await addRow(page, editor, "Add subject", "Subject 1");
    await keys.type(`hives ${mark}`);
    await expect(editor.getByRole("option", { name: `${heading} – Care` })).toBeVisible();
    await keys.press("ArrowDown");
    await keys.press("Enter");

    await unfoldSection(page, editor, "Series and numbers");
    await addRow(page, editor, "Add series", "Series 1");
    await keys.type(`Colonies ${mark}`);
    await keys.press("Tab");
    await keys.type("7");
    await unfoldSection(page, editor, "Notes and links");
    await editor.getByRole("textbox", { name: /^Notes/ }).focus();
    await keys.type("With an index.");
    await editor.getByRole("button", { name: "Save changes" }).press("Enter");
    await expect(editor).toBeHidden();

    await openBook(page, book);
    const facts = section(page, "About this edition");
    await expect(facts.getByRole("link", { name: `Tora ${mark}` })).toBeVisible();
    await expect(facts.getByText(`Colonies ${mark}, 7`)).toBeVisible();
    await expect(section(page, "Notes")).toContainText("With an index.");
    await expect.poll(async () => (await counted()).length).toBe(2);
    await section(page, "Subjects")
      .getByRole("link", { name: `${heading} – Care` })
      .click();
    await expect(page.getByRole("heading", { level: 2, name: `${heading} – Care` })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByText("2 books", { exact: true }).first()).toBeVisible();
    await expect(main.getByRole("article")).toHaveCount(2);
    const remove = `Remove filter: Subject ${heading} – Care`;
    await expect(main.getByRole("button", { name: remove })).toBeVisible();

    await openBook(page, book);
    await facts.getByRole("link", { name: `Colonies ${mark}` }).click();
    await expect(main.getByRole("article")).toHaveCount(1);
  });

  test("count in the facet of subjects", async ({ page, api, administrator, enterAs }) => {
    const desk = api.as(administrator);
    const mark = randomBytes(5).toString("hex");
    const [common, rare] = [`Wax ${mark}`, `Honey ${mark}`];
    await desk.addBook(1, { title: `One ${mark}`, details: { subjects: [{ heading: common }] } });
    await desk.addBook(1, {
      title: `Two ${mark}`,
      details: { subjects: [{ heading: common }, { heading: rare }] },
    });
    const found = () => desk.get<Book[]>(`/books?search=${mark}`);
    await expect.poll(async () => (await found()).length).toBe(2);
    await enterAs(administrator);
    await page.goto(`/books?search=${mark}`);
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
    const filters = page.getByRole("button", { name: /^Filters/ });
    if (await filters.isVisible()) await filters.click();
    await page.getByRole("link", { name: `${common}, 2 books` }).click();
    await expect(page.getByRole("link", { name: `${rare}, 1 book` })).toBeVisible();
    await page.getByRole("link", { name: `${rare}, 1 book` }).click();
    await expect(page).toHaveURL(/subject=Wax.*subject=Honey/);
  });

  test("are the source of references to cite", async ({ page, api, administrator, enterAs }) => {
    const mark = randomBytes(5).toString("hex");
    const book = await api.as(administrator).addBook(1, {
      title: `Hives ${mark}`,
      author: "Thomas D. Seeley",
      publishedYear: 1995,
    });
    await enterAs(administrator);
    await openBook(page, book);
    await page.getByRole("button", { name: "Cite" }).click();
    const dialog = page.getByRole("dialog", { name: "Cite this book" });
    await expect(dialog.getByText(/^Seeley, T\. D\. \(1995\)/)).toBeVisible();
    await expect(dialog.locator("em")).toHaveText(book.title);
    await dialog.getByRole("tab", { name: "RIS" }).click();
    await expect(dialog.getByText(/TY {2}- BOOK/)).toBeVisible();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    expect((await downloading).suggestedFilename()).toBe(`hives-${mark}.ris`);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  test("follow the MARC record, which shows its errors by line", async ({
    page,
    api,
    administrator,
    enterAs,
    consoleErrors,
  }) => {
    const desk = api.as(administrator);
    const mark = randomBytes(5).toString("hex");
    const book = await desk.addBook(1, { title: `Combs ${mark}`, publishedYear: 1995 });
    await enterAs(administrator);
    await page.goto(`/admin/books?edit=${book._id}&tab=marc`);
    const editor = page.getByRole("dialog", { name: book.title });
    const record = editor.getByRole("textbox", { name: "MARC record" });
    await expect(record).toHaveValue(new RegExp(`=245 .*Combs ${mark}`));
    const text = await record.inputValue();
    await record.fill(`${text.trimEnd()}\nnonsense`);
    await editor.getByRole("button", { name: "Check and save" }).click();
    await expect(editor.getByRole("alert")).toContainText("The record was not saved");
    consoleErrors.expectStatus(422);
    await editor.getByRole("button", { name: /^Go to line/ }).click();
    const chosen = await record.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(chosen).toBe("nonsense");
    await page.keyboard.type("=650  \\4$aBees$xBehavior");
    await editor.getByRole("button", { name: "Check and save" }).click();
    await expectToast(page, "MARC record saved");
    const { details } = await desk.get<{ details: { subjects: { heading: string }[] } }>(
      `/books/${book._id}`,
    );
    expect(details.subjects.map(({ heading }) => heading)).toEqual(["Bees -- Behavior"]);
    await editor.getByRole("tab", { name: "Details" }).click();
    await editor.getByRole("button", { name: "People and subjects" }).click();
    await expect(editor.getByRole("combobox", { name: "Subject" })).toHaveValue("Bees – Behavior");
    await editor.getByRole("tab", { name: "MARC" }).click();
    const downloading = page.waitForEvent("download");
    await editor.getByRole("button", { name: "MARCXML (.xml)" }).click();
    expect((await downloading).suggestedFilename()).toBe(`${book._id}.xml`);
  });

  test("have their errors in the section, which opens", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await enterAs(administrator);
    await page.goto(`/admin/books?edit=${book._id}`);
    const editor = page.getByRole("dialog", { name: book.title });
    const notes = editor.getByRole("button", { name: "Notes and links" });
    await notes.click();
    await editor.getByRole("button", { name: "Add link" }).click();
    await page.keyboard.type("example.org");
    await notes.click();
    const address = editor.getByRole("textbox", { name: "Address" });
    await expect(address).toBeHidden();
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expect(address).toBeFocused();
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await address.fill("https://example.org");
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expect(editor).toBeHidden();
    const { details } = await api
      .as(administrator)
      .get<{ details: { links: unknown[] } }>(`/books/${book._id}`);
    expect(details.links).toEqual([{ address: "https://example.org", label: null }]);
  });
});
