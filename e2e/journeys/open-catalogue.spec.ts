import { expect, newcomer as test } from "../src/carrel.ts";
import { expectAccessible, expectNoSidewaysScroll, settle } from "../src/looks.ts";
import { expectToast } from "../src/parts.ts";
import { fillInLogin } from "../src/people.ts";

test("a visitor finds a book, presses Borrow, signs in, returns to the book, and borrows it", async ({
  page,
  server,
  api,
  reader,
}) => {
  const desk = api.as(await api.signInToDemo("admin"));
  const book = await desk.addBook(2, { isbn: "9780306406157" });
  const path = "/admin/settings/catalogue";
  const { version } = await desk.get<{ version: string }>(path);
  await page.goto(`/books/${book._id}`);
  await expect(page).toHaveURL("/login");
  await desk.request("PUT", path, {
    openToVisitors: true,
    indexed: true,
    siteAddress: "https://library.example",
    version,
  });

  // The content for programs that run no scripts.
  const html = await (await page.request.get(`/books/${book._id}`)).text();
  expect(html).toContain(`<link rel="canonical" href="https://library.example/books/${book._id}">`);
  const robots = await (await page.request.get("/robots.txt")).text();
  expect(robots).toContain("Sitemap: https://library.example/sitemap.xml");
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  expect(sitemap).toContain(`https://library.example/books/${book._id}<`);
  expect((await page.request.get("/books/book_999999")).status()).toBe(404);

  await page.goto("/");
  await page.getByRole("searchbox", { name: "Search the catalogue" }).fill(book.title);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/books\?search=/);
  await settle(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page
    .getByRole("link", { name: `View Details of ${book.title}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: book.title })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("2 of 2 available");
  await settle(page);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Borrow Book" }).click();
  await expect(page).toHaveURL("/login");
  await expectToast(page, "Please log in to borrow a book");
  await fillInLogin(page, reader);
  await expect(page).toHaveURL(`/books/${book._id}`);
  expect(await api.as(reader).get("/borrowings/my-borrowings")).toEqual([]);
  await page.getByRole("button", { name: "Borrow Book" }).click();
  await expectToast(page, "Book borrowed successfully!");
  expect(server.log()).not.toContain("panicked");
});
