import { randomBytes } from "node:crypto";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";

test.describe("categories and subjects", () => {
  test.beforeEach(async ({ administrator, enterAs }) => {
    await enterAs(administrator);
  });

  test("two categories become one, and the undo separates them", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    for (const category of [`Boats ${mark}`, `Boat ${mark}`]) {
      await staff.addBook(1, { title: `Ropes ${mark}`, category });
    }
    const categories = async () => {
      const books = await staff.get<Book[]>(`/books?search=${mark}`);
      return books.map(({ category }) => category).sort();
    };
    await page.goto("/admin/books");
    await page.getByRole("link", { name: "Categories" }).click();
    // The list of books has a search field, too, and stays until the screen of categories is loaded.
    await expect(
      page.getByRole("heading", { level: 1, name: "Categories and Subjects" }),
    ).toBeVisible();
    await page.getByRole("searchbox").fill(mark);
    await page.getByRole("searchbox").press("Enter");
    for (const name of [`Boats ${mark}`, `Boat ${mark}`]) {
      await page.getByRole("checkbox", { name }).check();
    }
    await page.getByRole("button", { name: "Join" }).click();
    const dialog = page.getByRole("dialog", { name: "Join 2 categories" });
    await dialog.getByRole("combobox", { name: "New name" }).fill(`Boats ${mark}`);
    await dialog.getByRole("button", { name: "Show the changes" }).click();
    await dialog.getByRole("button", { name: "Change 1 book" }).click();
    await expect(dialog.getByText("1 book was changed.")).toBeVisible();
    await expect.poll(categories).toEqual([`Boats ${mark}`, `Boats ${mark}`]);
    // The list behind the dialog follows.
    const rows = page.getByRole("row", { includeHidden: true }).filter({ hasText: mark });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("2");

    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog.getByText("1 book has its former values again.")).toBeVisible();
    await expect.poll(categories).toEqual([`Boat ${mark}`, `Boats ${mark}`]);
    await expect(rows).toHaveCount(2);
  });

  test("a subject is renamed and removed by keyboard alone", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    const subjects = [{ heading: `Sailing ${mark}` }, { heading: `Rope ${mark} -- Knots` }];
    await staff.addBook(1, { title: `Kayaks ${mark}`, details: { subjects } });
    const found = (heading: string) =>
      staff.get<Book[]>(`/books?subject=${encodeURIComponent(heading)}`);
    await expect.poll(() => found(`Sailing ${mark}`)).toHaveLength(1);
    await page.goto(`/admin/headings?kind=subject&search=${mark}`);
    await page.getByRole("button", { name: `Rename Rope ${mark} – Knots` }).focus();
    await page.keyboard.press("Enter");
    const renaming = page.getByRole("dialog", { name: "Rename subject" });
    await renaming.getByRole("combobox", { name: "New name" }).fill(`Ropes ${mark} – Knots`);
    await renaming.getByRole("button", { name: "Show the changes" }).press("Enter");
    await renaming.getByRole("button", { name: "Change 1 book" }).press("Enter");
    await expect(renaming.getByText("1 book was changed.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect.poll(() => found(`Ropes ${mark} -- Knots`)).toHaveLength(1);

    await page.getByRole("button", { name: `Remove Sailing ${mark}` }).focus();
    await page.keyboard.press("Enter");
    const removing = page.getByRole("dialog", { name: "Remove 1 subject" });
    await removing.getByRole("button", { name: "Show the changes" }).press("Enter");
    await removing.getByRole("button", { name: "Change 1 book" }).press("Enter");
    await expect(removing.getByText("1 book was changed.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row").filter({ hasText: `Sailing ${mark}` })).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: `Ropes ${mark} – Knots` })).toBeVisible();
  });
});
