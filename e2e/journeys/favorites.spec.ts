import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast, openBook, searchBooks, toastAbout } from "../src/parts.ts";
import { isNarrow, openUserMenu } from "../src/people.ts";

test.describe("favorites", () => {
  test("are added on the screen of a book and on the books screen, and listed on their page", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const [first, second] = [await desk.addBook(1), await desk.addBook(1)];
    await enterAs(reader);
    await page.goto("/dashboard");
    const tile = page.getByRole("main").getByRole("link", { name: /Favorites/ });
    await expect(tile).toContainText("0");

    await openBook(page, first);
    await page.getByRole("button", { name: "Add to Favorites" }).click();
    await expect(page.getByRole("button", { name: "Remove from Favorites" })).toBeVisible();
    await expect.poll(() => api.as(reader).count("/favorites")).toBe(1);

    await page.goto("/books");
    await searchBooks(page, second.title);
    await entryOf(page, second.title)
      .getByRole("button", { name: `Add to Favorites: ${second.title}` })
      .click();
    await expect.poll(() => api.as(reader).count("/favorites")).toBe(2);

    if (isNarrow(page)) await page.goto("/favorites");
    else await (await openUserMenu(page)).getByText("Favorites").click();
    await expect(page).toHaveURL("/favorites");
    const entries = page.getByRole("main").getByRole("article");
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText(second.title);

    await entries
      .first()
      .getByRole("button", { name: `Remove from Favorites: ${second.title}` })
      .click();
    await expectToast(page, `“${second.title}” removed from favorites`);
    await expect(entries).toHaveCount(1);
    await page.goto("/dashboard");
    await expect(tile).toContainText("1");
  });

  test("show a removed book at its old place when the removal is undone", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const [below, book] = [await desk.addBook(1), await desk.addBook(1)];
    const top = await desk.addBook(1);
    for (const { _id } of [below, book, top]) {
      await api.as(reader).request("PUT", `/favorites/${_id}`);
    }
    await enterAs(reader);
    await page.goto("/favorites");
    const titles = page.getByRole("main").getByRole("article").getByRole("heading");
    await expect(titles).toHaveText([top.title, book.title, below.title]);
    await page.getByRole("button", { name: `Remove from Favorites: ${book.title}` }).click();
    await expect(titles).toHaveText([top.title, below.title]);
    const toast = toastAbout(page, `“${book.title}” removed from favorites`, book);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, `“${book.title}” added to favorites again`);
    await expect(titles).toHaveText([top.title, book.title, below.title]);
    expect(await api.as(reader).count("/favorites")).toBe(3);
  });

  test("show that a book is archived, and can be removed", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    const borrowing = await api.as(reader).borrow(book);
    await api.as(administrator).giveBack(borrowing);
    await api.as(reader).request("PUT", `/favorites/${book._id}`);
    await api.as(administrator).request("DELETE", `/books/${book._id}`);
    await enterAs(reader);
    await page.goto("/favorites");
    const entry = entryOf(page, book.title);
    await expect(entry).toContainText("No longer in the catalogue");
    await entry.getByRole("button", { name: /^Remove from Favorites/ }).click();
    await expect(page.getByRole("heading", { name: "No Favorites Yet" })).toBeVisible();
  });
});
