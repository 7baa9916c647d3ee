import { expect, test } from "../src/carrel.ts";
import { expectToast, openBook, toastAbout } from "../src/parts.ts";
import { shownDate } from "../src/texts.ts";

test.describe("the screen of a book", () => {
  test("shows the details of the book", async ({ page, api, reader, administrator, enterAs }) => {
    const book = await api.as(administrator).addBook(3, {
      isbn: "9780306406157",
      publisher: "The Reading Room Press",
      publishedYear: 1997,
      pages: 672,
      borrowingPeriod: 28,
    });
    await enterAs(reader);
    await openBook(page, book);
    const main = page.getByRole("main");
    for (const text of [
      book.author,
      book.category,
      "1997",
      "672",
      "978-0-306-40615-7",
      "The Reading Room Press",
      "English",
      "A notebook for the staff of this library.",
      /28 days/,
      /3 of 3 available/,
    ]) {
      await expect(main.getByText(text).first()).toBeVisible();
    }
  });

  test("shows N/A for unknown details", async ({ page, api, reader, administrator, enterAs }) => {
    const book = await api.as(administrator).addBook(1);
    await enterAs(reader);
    await openBook(page, book);
    // Pages and publisher.
    await expect(page.getByRole("definition").filter({ hasText: "N/A" })).toHaveCount(2);
  });

  test("borrows a copy and shows the due date", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(2);
    await enterAs(reader);
    await openBook(page, book);
    await page.getByRole("button", { name: "Borrow Book" }).click();
    await expectToast(page, "Book borrowed successfully!");
    const [borrowing] = await api.as(reader).get<{ dueOn: string }[]>("/borrowings/my-borrowings");
    await expect(page.getByRole("main")).toContainText(
      `You have this book until ${shownDate(borrowing?.dueOn ?? "")}`,
    );
    await expect(page.getByRole("main")).toContainText(/1 left|1 of 2 available/);
  });

  test("undoes a borrowing completely", async ({ page, api, reader, administrator, enterAs }) => {
    const book = await api.as(administrator).addBook(2);
    await enterAs(reader);
    await openBook(page, book);
    const main = page.getByRole("main");
    await page.getByRole("button", { name: "Borrow Book" }).click();
    const toast = toastAbout(page, "Book borrowed successfully!", book);
    await expect(toast).toBeVisible();
    const [borrowing] = await api.as(reader).get<{ dueOn: string }[]>("/borrowings/my-borrowings");
    await expect(toast).toContainText(`Due ${shownDate(borrowing?.dueOn ?? "")}`);
    await expect(main).toContainText("You have this book until");

    await toast.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Borrowing undone");
    await expect(main).toContainText("2 of 2 available");
    await expect(page.getByRole("button", { name: "Borrow Book" })).toBeEnabled();
    await page.goto("/my-borrowings");
    await expect(page.getByText("No Active Borrowings")).toBeVisible();
    await expect(page.getByText("No Borrowing History")).toBeVisible();
    expect(await api.as(reader).count("/borrowings/my-history")).toBe(0);
  });

  test("disables borrowing and gives the reason when every copy is on loan", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(await api.registerStudent()).borrow(book);
    await enterAs(reader);
    await openBook(page, book);
    await expect(page.getByRole("button", { name: "Borrow Book" })).toBeDisabled();
    await expect(page.getByRole("main")).toContainText(/None available/);
  });

  test("shows an error when another person borrows the last copy first", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(409);
    const book = await api.as(administrator).addBook(1);
    await enterAs(reader);
    await openBook(page, book);
    await api.as(await api.registerStudent()).borrow(book);
    await page.getByRole("button", { name: "Borrow Book" }).click();
    await expect(page.getByRole("main")).toContainText(/None available/);
    expect(await api.as(reader).count("/borrowings/my-borrowings")).toBe(0);
  });

  test("shows a message for a book that does not exist", async ({
    page,
    reader,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(404);
    await enterAs(reader);
    await page.goto("/books/nosuchbook");
    await expect(page.getByText("Book not found").first()).toBeVisible();
  });
});
