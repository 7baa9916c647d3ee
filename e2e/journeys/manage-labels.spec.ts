import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../src/carrel.ts";

/** Downloads the document of the screen: its text, its number of pages, and the size of a page in millimetres. */
async function downloaded(page: Page) {
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  const download = await begun;
  // A PDF is bytes; what is read here is ASCII.
  const text = await readFile(await download.path(), "latin1");
  expect(text.startsWith("%PDF-")).toBe(true);
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text);
  const inMm = (points: string | undefined) => (Number(points) * 25.4) / 72;
  return {
    name: download.suggestedFilename(),
    text,
    pages: text.match(/\/Type \/Page\b(?!s)/g)?.length,
    width: inMm(box?.[1]),
    height: inMm(box?.[2]),
  };
}

test.describe("labels and library cards", () => {
  test.beforeEach(async ({ administrator, enterAs }) => {
    await enterAs(administrator);
  });

  test("selected copies get labels from the first free label of a sheet on", async ({
    page,
    api,
    administrator,
  }) => {
    const title = `Lanterns ${randomBytes(4).toString("hex")}`;
    await api.as(administrator).addBook(20, { title });
    await page.goto(`/admin/copies?search=${encodeURIComponent(title)}`);
    // On phones, only the keyboard and screen readers reach the box for all rows.
    await page.getByRole("checkbox", { name: "Select all" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("link", { name: "Print labels", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Print Labels" })).toBeVisible();
    await expect(page.getByLabel("Print labels for")).toHaveValue("copies");

    await page.getByLabel("Sheet", { exact: true }).selectOption("avery-l7160");
    const map = page.getByRole("slider", { name: "First free label" });
    await map.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(map).toHaveAttribute("aria-valuetext", "Label 7: row 3, column 1");
    await expect(page.getByRole("img", { name: "The first page: 20 labels" })).toBeVisible();
    // Six labels are used, so the last five are on a second page.
    await expect(page.getByText("20 labels · 2 pages")).toBeVisible();

    const labels = await downloaded(page);
    expect(labels.name).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/);
    expect(labels.pages).toBe(2);
    expect(labels.width).toBeCloseTo(210, 2);
    expect(labels.height).toBeCloseTo(297, 2);
    // Viewers must not scale a page to the printer.
    expect(labels.text).toContain("/PrintScaling /None");

    await page.getByLabel("Sheet", { exact: true }).selectOption("avery-5160");
    await expect(page.getByText("20 labels · 1 page")).toBeVisible();
    const letter = await downloaded(page);
    expect(letter.width).toBeCloseTo(215.9, 2);
    expect(letter.height).toBeCloseTo(279.4, 2);
  });

  test("a barcode that cannot be printed is named, and another kind of barcode prints it", async ({
    page,
    api,
    administrator,
    consoleErrors,
  }) => {
    // The preview is refused.
    consoleErrors.expectStatus(422);
    const barcode = `Ä-${randomBytes(4).toString("hex")}`;
    const book = await api.as(administrator).addBook(0, {});
    await api.as(administrator).addCopies(book, [barcode]);
    await page.goto("/admin/labels");
    await page.getByLabel("Print labels for").selectOption("list");
    await page.getByLabel("Barcodes").fill(barcode);
    const problems = page.getByRole("alert");
    await expect(problems).toContainText(
      `${barcode}: This kind of barcode has no code for some of the characters`,
    );
    await page.getByLabel("Kind of barcode").selectOption("qr");
    await expect(page.getByRole("img", { name: "The first page: 1 label" })).toBeVisible();
    await expect(problems).toBeHidden();
    expect((await downloaded(page)).pages).toBe(1);
  });

  test("a library measures a sheet of its own", async ({ page }) => {
    const name = `Spines ${randomBytes(4).toString("hex")}`;
    await page.goto("/admin/labels");
    await page.getByRole("button", { name: "New sheet" }).click();
    const dialog = page.getByRole("dialog", { name: "New sheet" });
    await dialog.getByLabel("Name").fill(name);
    for (const [label, value] of [
      ["Width of a label", "25.4"],
      ["Height of a label", "40"],
      ["Labels in a row", "6"],
      ["Labels in a column", "6"],
    ] as const) {
      await dialog.getByLabel(label).fill(value);
    }
    await dialog.getByRole("button", { name: "Save sheet" }).click();
    await expect(page.getByText("Sheet saved")).toBeVisible();
    await expect(page.getByLabel("Sheet", { exact: true })).toHaveValue(/^own-spines-/);
    await page.getByRole("button", { name: "Edit sheet" }).click();
    const edited = page.getByRole("dialog", { name: "Edit sheet" });
    await expect(edited.getByLabel("Width of a label")).toHaveValue("25.4");
    await edited.getByRole("button", { name: "Delete sheet" }).click();
    const asked = page.getByRole("alertdialog");
    await asked.getByRole("button", { name: "Delete sheet" }).click();
    await expect(page.getByText("Sheet deleted")).toBeVisible();
    await expect(page.getByLabel("Sheet", { exact: true }).getByText(name)).toHaveCount(0);
  });

  test("a person gets a library card of the size of a credit card", async ({ page, reader }) => {
    await page.goto(`/admin/users?user=${reader.id}`);
    await page.getByRole("link", { name: "Library card", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Library Cards" })).toBeVisible();
    await page.getByLabel("Sheet", { exact: true }).selectOption("card");
    await expect(page.getByRole("img", { name: "The first page: 1 card" })).toBeVisible();
    const card = await downloaded(page);
    expect(card.name).toMatch(/^library-cards-/);
    expect(card.width).toBeCloseTo(85.6, 2);
    expect(card.height).toBeCloseTo(53.98, 2);
  });
});
