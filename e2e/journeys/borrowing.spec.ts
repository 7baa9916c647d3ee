import type { Borrowing } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast, searchBooks, section } from "../src/parts.ts";
import { navigate, navigateAsAdmin, signOut } from "../src/people.ts";
import { literally, shownDate } from "../src/texts.ts";

test("a newcomer borrows a book, and the library takes it back", async ({
  page,
  api,
  administrator,
}) => {
  // A book of its own, so that the journey does not depend on what the demo has lent already.
  const book = await api.as(administrator).addBook(1);
  const student = await api.signInToDemo("student");

  await test.step("sign in with the demo button", async () => {
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Sign In" }).first().click();
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Student/ })
      .click();
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  await test.step("find the book by search", async () => {
    await navigate(page, "Books");
    await searchBooks(page, book.title);
    await entryOf(page, book.title)
      .getByRole("link", { name: /View Details/ })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: book.title })).toBeVisible();
  });

  await test.step("borrow it", async () => {
    await page.getByRole("button", { name: "Borrow Book" }).click();
    await expectToast(page, "Book borrowed successfully!");
  });

  const open = await api.as(student).get<Borrowing[]>("/borrowings/my-borrowings?limit=100");
  const borrowing = open.find((one) => one.book._id === book._id);
  if (borrowing === undefined) throw new Error("the book was not borrowed");

  await test.step("see it in My Borrowings and on the dashboard", async () => {
    await navigate(page, "My Borrowings");
    const entry = entryOf(page, book.title);
    await expect(entry).toContainText("Active");
    await expect(entry).toContainText(shownDate(borrowing.dueOn));
    await page.goto("/dashboard");
    await expect(
      page.getByRole("main").getByRole("link", { name: /Books Borrowed/ }),
    ).toContainText(`${open.length}`);
    await signOut(page);
  });

  await test.step("see it as the administrator, and take it back", async () => {
    await page.goto("/login");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Administrator/ })
      .click();
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/dashboard");
    await navigateAsAdmin(page, "Manage Borrowings");
    await expect(entryOf(page, book.title)).toContainText(student.email);

    await navigateAsAdmin(page, "Manage Users");
    await page.getByRole("main").getByRole("searchbox").fill(student.email);
    await page
      .getByRole("main")
      .getByRole("button", { name: literally(student.name) })
      .or(page.getByRole("main").getByRole("link", { name: literally(student.name) }))
      .first()
      .click();
    const borrowings = section(page, `Borrowings for ${student.name}`);
    await entryOf(borrowings, book.title)
      .getByRole("button", { name: /^Return/ })
      .click();
    await expectToast(page, "Book returned successfully!");
    await expect(
      entryOf(borrowings, book.title).getByRole("button", { name: /^Return/ }),
    ).toHaveCount(0);
    await signOut(page);
  });

  await test.step("find it in the student's history", async () => {
    await page.goto("/login");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Student/ })
      .click();
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/dashboard");
    await navigate(page, "History");
    await expect(page).toHaveURL("/my-history");
    await expect(entryOf(page, book.title)).toContainText("Returned");
  });
});

test("a person without borrowings reads so", async ({ page, reader, enterAs }) => {
  await enterAs(reader);
  await page.goto("/my-borrowings");
  await expect(page.getByText("No Active Borrowings")).toBeVisible();
  await expect(page.getByText("No Borrowing History")).toBeVisible();
});
