import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";

/** A table of books that no other journey uses, with headings that say nothing. */
function table(mark: string): string {
  return [
    "Werk;Von;Fach;Nummer",
    `Ladders ${mark};Ida Lamm;SF 1;${mark}-1`,
    `Ladders ${mark};Ida Lamm;SF 1;${mark}-2`,
    `Lanterns ${mark};Otto Rabe;SF 2;${mark}-3`,
    `Nobody ${mark};;SF 3;${mark}-4`,
  ].join("\n");
}

/** Sends a file, and waits until its import is shown. */
async function send(page: Page, name: string, text: string) {
  await page.goto("/admin/imports");
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test.describe("importing", () => {
  test.beforeEach(async ({ administrator, enterAs }) => {
    await enterAs(administrator);
  });

  test("a table is brought in after its columns were chosen, and taken out again", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const found = () => api.as(administrator).get<Book[]>(`/books?search=${mark}&sort=title`);
    await send(page, `${mark}.csv`, table(mark));
    await expect(page.getByText(/^No column is known to be the title/)).toBeVisible();
    // Without a known heading, the first row counts as a book.
    await page.getByLabel("The first row has headings").check();
    await expect(page.getByLabel("Field: Werk")).toBeVisible();
    for (const [heading, field] of [
      ["Werk", "Title"],
      ["Von", "Author"],
      ["Fach", "Call number"],
      ["Nummer", "Barcode"],
    ]) {
      await page.getByLabel(`Field: ${heading}`).selectOption({ label: field ?? "" });
    }
    await page.getByRole("button", { name: "Check again" }).click();

    const rejected = page.getByRole("list", { name: "Rejected records" });
    await expect(rejected.getByText(`Nobody ${mark}`)).toBeVisible();
    await expect(rejected.getByText("Author is required")).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the rejected records" }).click();
    expect((await download).suggestedFilename()).toBe(`rejects-${mark}.csv`);

    await page.getByRole("button", { name: "Import 3 records" }).click();
    await expect(page.getByText("The import has ended.")).toBeVisible();
    await expect.poll(found).toMatchObject([
      { title: `Ladders ${mark}`, totalCopies: 2 },
      { title: `Lanterns ${mark}`, totalCopies: 1 },
    ]);

    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
    await expect(page.getByText("The import was undone.")).toBeVisible();
    await expect.poll(found).toEqual([]);
  });

  test("people are brought in, and taken out again", async ({ page, api, administrator }) => {
    const mark = randomBytes(4).toString("hex");
    const found = () =>
      api.as(administrator).get<{ name: string }[]>(`/admin/users?search=${mark}`);
    await page.goto("/admin/users?edit=import");
    await page
      .getByRole("link", { name: "Import a spreadsheet, or more than 5,000 people" })
      .click();
    await expect(page.getByLabel("Content")).toHaveValue("users");
    await page.getByLabel("File", { exact: true }).setInputFiles({
      name: `${mark}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from(
        [
          "cardnumber,surname,firstname,email",
          `${mark}-1,Lamm,Ida,${mark}@school.example`,
          `${mark}-2,Rabe,Otto,`,
        ].join("\n"),
      ),
    });
    const rejected = page.getByRole("list", { name: "Rejected records" });
    await expect(rejected.getByText("Email is required")).toBeVisible();
    await expect(page.getByLabel("Field: cardnumber")).toHaveValue("studentId");
    await page.getByRole("button", { name: "Import 1 record" }).click();
    await expect(page.getByText("The import has ended.")).toBeVisible();
    await expect.poll(found).toMatchObject([{ name: "Ida Lamm" }]);
    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
    await expect(page.getByText("The import was undone.")).toBeVisible();
    await expect.poll(found).toEqual([]);
  });

  test("a file that is neither a table nor MARC is refused where it was chosen", async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(422);
    await page.goto("/admin/imports");
    await page.getByLabel("File", { exact: true }).setInputFiles({
      name: "letter.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\n"),
    });
    await expect(
      page.getByText("This file is neither a table nor a file of MARC records"),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
  });
});
