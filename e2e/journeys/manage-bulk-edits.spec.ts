import { randomBytes } from "node:crypto";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";

test.describe("changing many books", () => {
  test.beforeEach(async ({ administrator, enterAs }) => {
    await enterAs(administrator);
  });

  test("all books that the list finds are shown with the change, changed, and restored", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    for (const title of ["Ropes", "Rafts", "Rivers"]) {
      await staff.addBook(1, { title: `${title} ${mark}`, category: "Boats" });
    }
    const found = () => staff.get<Book[]>(`/books?search=${mark}&sort=title`);
    await page.goto(`/admin/books?search=${mark}`);
    await page.getByRole("checkbox", { name: `Ropes ${mark}` }).check();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Change books" });
    await dialog.getByLabel("All 3 books that the list finds").check();
    await dialog.getByLabel("Field to change").selectOption({ label: "Category" });
    await dialog.getByRole("combobox", { name: "Category" }).fill(`Rivers ${mark}`);
    await dialog.getByLabel("Another field").selectOption({ label: "Add subjects" });
    await dialog.getByRole("textbox", { name: "Add subjects" }).fill("Rivers\nRafting");
    await dialog.getByRole("button", { name: "Show the changes" }).click();
    await expect(dialog.getByText("3 books will change.")).toBeVisible();
    await expect(dialog.getByText(`Rivers ${mark}`).first()).toBeVisible();
    await dialog.getByRole("button", { name: "Change 3 books" }).click();
    await expect(dialog.getByText("3 books were changed.")).toBeVisible();
    await expect.poll(found).toMatchObject(Array(3).fill({ category: `Rivers ${mark}` }));

    await dialog.getByRole("link", { name: "All bulk edits" }).click();
    const row = page.getByRole("row").filter({ hasText: `Rivers ${mark}` });
    await expect(row).toContainText("3 of 3");
    await row.getByRole("button", { name: "Undo" }).click();
    await expect(row).toContainText("Undone");
    await expect.poll(found).toMatchObject(Array(3).fill({ category: "Boats" }));
  });

  test("works by keyboard alone", async ({ page, api, administrator }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    await staff.addBook(1, { title: `Kayaks ${mark}`, category: "Boats" });
    await page.goto(`/admin/books?search=${mark}`);
    await page.getByRole("checkbox", { name: `Kayaks ${mark}` }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Change", exact: true }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change books" });
    const field = dialog.getByLabel("Field to change");
    await expect(field).toBeFocused();
    await field.selectOption({ label: "Publisher" });
    await dialog.getByRole("textbox", { name: "Publisher" }).focus();
    await page.keyboard.type(`Otter ${mark}`);
    await dialog.getByRole("button", { name: "Show the changes" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("1 book will change.")).toBeVisible();
    await dialog.getByRole("button", { name: "Change 1 book" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("1 book was changed.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => staff.get<Book[]>(`/books?search=${mark}`))
      .toMatchObject([{ publisher: `Otter ${mark}` }]);
  });
});
