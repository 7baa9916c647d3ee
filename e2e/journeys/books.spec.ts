import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast, searchBooks, section } from "../src/parts.ts";

test.describe("the books screen", () => {
  test("finds a book by its title, also with a spelling mistake", async ({
    page,
    reader,
    enterAs,
  }) => {
    await enterAs(reader);
    await page.goto("/books");
    await expect(page.getByRole("heading", { level: 1, name: "Books" })).toBeVisible();
    await searchBooks(page, "art of computer progr");
    await expect(entryOf(page, "The Art of Computer Programming")).toBeVisible();
    await searchBooks(page, "compter programming");
    await expect(entryOf(page, "The Art of Computer Programming")).toBeVisible();
  });

  test("keeps the search in the address", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/books?search=knuth&sort=title");
    await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("knuth");
    const entry = entryOf(page, "Knuth");
    await entry.getByRole("link", { name: /View Details/ }).click();
    await expect(page).toHaveURL(/\/books\/[^?/]+$/);
    await page.goBack();
    await expect(page).toHaveURL("/books?search=knuth&sort=title");
    await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("knuth");
  });

  test("filters by category and sorts", async ({ page, api, reader, enterAs }) => {
    const category = "Mathematics";
    const books = await api
      .as(reader)
      .get<Book[]>(`/books?category=${encodeURIComponent(category)}&sort=title&limit=24`);
    expect(books.length).toBeGreaterThan(1);
    await enterAs(reader);
    await page.goto(`/books?category=${encodeURIComponent(category)}&sort=title`);
    const shelf = section(page, category);
    await expect(shelf.getByRole("article")).toContainText(books.map(() => category));
    await expect(shelf.getByRole("heading", { level: 3 })).toHaveText(
      books.map(({ title }) => title),
    );
  });

  test("sorts as the link on the dashboard says", async ({ page, api, reader, enterAs }) => {
    const books = await api.as(reader).get<Book[]>("/books?sort=rating&limit=24");
    await enterAs(reader);
    await page.goto("/books?sort=rating");
    await expect(section(page, "All Books").getByRole("heading", { level: 3 })).toHaveText(
      books.map(({ title }) => title),
    );
  });

  test("moves between pages", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/books?sort=title");
    await page.getByRole("navigation", { name: "Pages" }).getByText("Next").click();
    await expect(page).toHaveURL(/[?&]page=2/);
    await page.goBack();
    await expect(page).not.toHaveURL(/page=2/);
  });

  test("offers to clear the filters when nothing matches", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/books?search=qqqqzzzzxxxx&category=Mathematics&sort=title");
    await page.getByRole("button", { name: "Clear Filters" }).first().click();
    await expect(page).toHaveURL("/books?sort=title");
    await expect(section(page, "All Books").getByRole("link").first()).toBeVisible();
  });

  test("offers Borrow only for books with an available copy", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const free = await desk.addBook(1);
    const taken = await desk.addBook(1);
    await api.as(await api.registerStudent()).borrow(taken);

    await enterAs(reader);
    await page.goto(`/books?search=${encodeURIComponent(taken.title)}`);
    const takenEntry = entryOf(page, taken.title);
    await expect(takenEntry).toBeVisible();
    await expect(takenEntry.getByRole("button", { name: /^Borrow/ })).toHaveCount(0);

    await page.goto(`/books?search=${encodeURIComponent(free.title)}`);
    await entryOf(page, free.title)
      .getByRole("button", { name: /^Borrow/ })
      .click();
    await expectToast(page, "Book borrowed successfully!");
    await expect(entryOf(page, free.title).getByRole("button", { name: /^Borrow/ })).toHaveCount(0);
  });

  test("shows the shelf of the student's semester first", async ({
    page,
    api,
    reader,
    enterAs,
  }) => {
    const category = "Computer Science";
    await api
      .as(reader)
      .request("PUT", "/auth/updatedetails", { currentSemesterCategory: category });
    const query = new URLSearchParams({ isSemesterStudy: "true", category, sort: "popular" });
    const books = await api.as(reader).get<Book[]>(`/books?${query}`);
    expect(books.length).toBeGreaterThan(1);
    await enterAs(reader);
    await page.goto("/books");
    const shelf = section(page, `Semester Study: ${category}`);
    await expect(shelf.getByRole("heading", { level: 3 })).toHaveText(
      books.map(({ title }) => title),
    );
  });

  test("shows no semester shelf to a person without a category", async ({
    page,
    reader,
    enterAs,
  }) => {
    await enterAs(reader);
    await page.goto("/books");
    await expect(section(page, "All Books")).toBeVisible();
    await expect(section(page, /Semester/i)).toHaveCount(0);
  });
});
