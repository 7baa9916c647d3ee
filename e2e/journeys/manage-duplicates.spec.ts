import { randomBytes } from "node:crypto";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";

type Separated = Book & { publisher: string | null; mergedInto: string | null };

test.describe("duplicate books", () => {
  test.beforeEach(async ({ administrator, enterAs }) => {
    await enterAs(administrator);
  });

  test("are found, compared and merged, and the old address leads to the kept book", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    const kept = await staff.addBook(1, { title: `Lanterns ${mark}`, author: `Ada ${mark}` });
    const other = await staff.addBook(2, {
      title: `Lanterns ${mark}: a history`,
      author: `Ada ${mark}`,
      publisher: `Otter ${mark}`,
    });
    await page.goto("/admin/books");
    await page.getByRole("link", { name: "Duplicates" }).click();
    await page.getByRole("button", { name: "Look for duplicates" }).click();
    const row = page.getByRole("row").filter({ hasText: `Lanterns ${mark}` });
    await expect(row).toContainText("Same title and author");
    await row.getByRole("link", { name: `Compare the books like Lanterns ${mark}` }).click();

    await expect(page.getByRole("heading", { name: "Merge books" })).toBeVisible();
    await expect(page.getByRole("radio", { name: "Keep book 1" })).toBeChecked();
    // On PostgreSQL the ids of books that are added at once do not tell which one is older.
    const titles = page.getByRole("group", { name: "Title" });
    await expect(titles.getByRole("radio")).toHaveCount(2);
    const own = titles.getByRole("radio", { name: `Book 1: Lanterns ${mark}`, exact: true });
    const first = (await own.count()) === 1;
    const place = first ? 1 : 2;
    await page.getByRole("radio", { name: `Keep book ${place}` }).check();
    // The fields follow the kept book until another one is chosen for them.
    const ofKept = titles.getByRole("radio", {
      name: `Book ${place}: Lanterns ${mark}`,
      exact: true,
    });
    await expect(ofKept).toBeChecked();
    await titles
      .getByRole("radio", { name: `Book ${first ? 2 : 1}: Lanterns ${mark}: a history` })
      .check();
    await expect(page.getByText("2 copies", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Merge 2 books" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click();
    await expect(page.getByText("2 books merged")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: `Lanterns ${mark}` })).toBeHidden();

    await page.goto(`/books/${other._id}`);
    await expect(page).toHaveURL(new RegExp(`/books/${kept._id}$`));
    await expect(
      page.getByRole("heading", { level: 1, name: `Lanterns ${mark}: a history` }),
    ).toBeVisible();
    const merged = await staff.get<Book>(`/books/${kept._id}`);
    expect(merged).toMatchObject({ totalCopies: 3, publisher: `Otter ${mark}` });
  });

  test("that were merged are separated again, at once and later", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    const kept = await staff.addBook(1, { title: `Wharves ${mark}` });
    const other = await staff.addBook(2, { title: `Docks ${mark}`, publisher: `Otter ${mark}` });
    const merge = async () => {
      await page.goto(`/admin/duplicates/merge?books=${kept._id}&books=${other._id}`);
      await page.getByRole("button", { name: "Merge 2 books" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click();
      await expect(page.getByText("2 books merged")).toBeVisible();
    };
    const expectSeparate = async () => {
      await expect
        .poll(async () => {
          const shown = await Promise.all(
            [kept, other].map(({ _id }) => staff.get<Separated>(`/books/${_id}`)),
          );
          return shown.map(({ totalCopies, publisher, mergedInto }) => [
            totalCopies,
            publisher,
            mergedInto,
          ]);
        })
        .toEqual([
          [1, null, null],
          [2, `Otter ${mark}`, null],
        ]);
    };
    await merge();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Merge undone")).toBeVisible();
    await expectSeparate();

    await merge();
    await page.goto(`/admin/audit?book=${kept._id}`);
    await page.getByRole("link", { name: "Merges of this book" }).first().click();
    await expect(page.getByRole("tab", { name: "Merged" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    const rows = page.getByRole("row").filter({ hasText: `Docks ${mark}` });
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("Undone");
    await rows
      .first()
      .getByRole("button", { name: `Undo the merge into Wharves ${mark}` })
      .click();
    await expect(page.getByText("Merge undone")).toBeVisible();
    await expect(rows.first()).toContainText("Undone");
    await expectSeparate();
    // The old address works again.
    await page.goto(`/books/${other._id}`);
    await expect(page.getByRole("heading", { level: 1, name: `Docks ${mark}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/books/${other._id}$`));
  });

  test("that are different books leave the list, and come back by an undo", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    for (const publishedYear of [1990, 2010]) {
      await staff.addBook(1, { title: `Kites ${mark}`, author: `Bo ${mark}`, publishedYear });
    }
    await page.goto("/admin/duplicates");
    await page.getByRole("button", { name: "Look for duplicates" }).click();
    const row = page.getByRole("row").filter({ hasText: `Kites ${mark}` });
    await expect(row).toContainText("Perhaps another edition");
    await row
      .getByRole("button", { name: `The books like Kites ${mark} are not duplicates` })
      .click();
    await expect(row).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toBeVisible();
  });

  test("are selected in Manage Books, and merged by keyboard", async ({
    page,
    api,
    administrator,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const staff = api.as(administrator);
    const ids: string[] = [];
    for (const title of ["Sails", "Sailboats"]) {
      ids.push((await staff.addBook(1, { title: `${title} ${mark}` }))._id);
    }
    await page.goto(`/admin/books?search=${mark}&sort=title`);
    for (const title of ["Sails", "Sailboats"]) {
      await page.getByRole("checkbox", { name: `${title} ${mark}` }).focus();
      await page.keyboard.press("Space");
    }
    await page.getByRole("button", { name: "Merge", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("radio", { name: "Keep book 1" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "Keep book 2" })).toBeChecked();
    const merge = page.getByRole("button", { name: "Merge 2 books" });
    // The comparison follows the choice of the kept book.
    await expect(merge).toBeEnabled();
    await merge.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Merge" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 books merged")).toBeVisible();
    await expect
      .poll(async () => {
        const books = await Promise.all(ids.map((id) => staff.get<Book>(`/books/${id}`)));
        return books.map(({ totalCopies }) => totalCopies).sort();
      })
      .toEqual([0, 2]);
  });
});
