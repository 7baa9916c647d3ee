import type { Book, Borrowing } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, section } from "../src/parts.ts";
import { literally, shownDate, shownMoney } from "../src/texts.ts";

test.describe("the dashboard", () => {
  test("shows the numbers of open and past borrowings", async ({ page, api, enterAs }) => {
    const student = await api.signInToDemo("student");
    const mine = api.as(student);
    const open = await mine.get<Borrowing[]>("/borrowings/my-borrowings?limit=100");
    const history = await mine.count("/borrowings/my-history");
    const overdue = open.filter(({ status }) => status === "overdue").length;

    await enterAs(student);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(student.name);
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: /Books Borrowed/ })).toContainText(
      `${open.length}`,
    );
    await expect(main.getByRole("link", { name: /Overdue Books/ })).toContainText(`${overdue}`);
    await expect(main.getByRole("link", { name: /Total History/ })).toContainText(`${history}`);
  });

  test("lists three borrowings and three popular books", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const books = [];
    for (let n = 0; n < 4; n += 1) {
      const book = await desk.addBook(1, { borrowingPeriod: 7 + n });
      books.push(await api.as(reader).borrow(book));
    }
    const popular = await api.as(reader).get<Book[]>("/books/popular?limit=3");
    expect(popular).toHaveLength(3);

    await enterAs(reader);
    await page.goto("/dashboard");
    const current = section(page, /Current Borrowings/i);
    for (const { book, dueOn } of books.slice(0, 3)) {
      const entry = entryOf(current, book.title);
      await expect(entry).toContainText(book.author);
      await expect(entry).toContainText("Active");
      await expect(entry).toContainText(shownDate(dueOn));
    }
    await expect(current.getByRole("listitem")).toHaveCount(3);

    const shelf = section(page, /Popular/i);
    await expect(shelf.getByRole("listitem")).toHaveCount(3);
    for (const { title, author } of popular) {
      await expect(entryOf(shelf, title)).toContainText(author);
    }
  });

  test("recommends books with links to their screens", async ({ page, api, enterAs }) => {
    const student = await api.signInToDemo("student");
    const [first] = await api.as(student).get<Book[]>("/books/recommendations?limit=10");
    if (first === undefined) throw new Error("the demo's student should get recommendations");
    await enterAs(student);
    await page.goto("/dashboard");
    await section(page, /Recommended/i)
      .getByRole("link", { name: literally(first.title) })
      .first()
      .click();
    await expect(page).toHaveURL(`/books/${first._id}`);
  });

  test("shows overdue borrowings to an administrator", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const overdue = await api.as(administrator).get<Borrowing[]>("/borrowings/overdue?limit=3");
    expect(overdue).toHaveLength(3);
    await enterAs(administrator);
    await page.goto("/dashboard");
    const card = section(page, /Overdue Books/i).filter({ hasText: "Manage All" });
    await expect(card.getByRole("listitem")).toHaveCount(3);
    for (const { book, user, fineAmount, dueOn } of overdue) {
      const entry = entryOf(card, book.title);
      await expect(entry).toContainText(user.name);
      await expect(entry).toContainText(shownMoney(fineAmount));
      await expect(entry).toContainText(shownDate(dueOn));
    }
    await card.getByRole("link", { name: "Manage All" }).click();
    await expect(page).toHaveURL(/^[^?]*\/admin\/borrowings/);
  });

  test("hides the overdue card from students", async ({ page, reader, enterAs }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await enterAs(reader);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reader.name);
    await expect(page.getByRole("link", { name: "Manage All" })).toHaveCount(0);
    expect(asked).not.toContain("/api/borrowings/overdue");
  });
});
