import { expect, test } from "../src/carrel.ts";
import { expectToast, openBook, section } from "../src/parts.ts";

test.describe("ratings and reviews", () => {
  test("a reader rates a book from the history with the keyboard, and others can read the review", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(administrator).giveBack(await api.as(reader).borrow(book));
    await enterAs(reader);
    await page.goto("/my-history");
    const rate = page.getByRole("button", { name: `Rate ${book.title}` });
    await rate.filter({ visible: true }).click();
    const dialog = page.getByRole("dialog", { name: "Rate this book" });
    await dialog.getByRole("radio", { name: "1 star", exact: true }).focus();
    await page.keyboard.press("Space");
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
    await expect(dialog.getByRole("radio", { name: "4 stars" })).toBeChecked();
    await dialog.getByLabel(/Your review/).fill("Short, and full of good hints.");
    await dialog.getByRole("button", { name: "Save rating" }).click();
    await expectToast(page, "Rating saved");
    await expect(
      page
        .getByRole("button", { name: `Your rating of ${book.title}: 4 stars. Change it` })
        .filter({ visible: true }),
    ).toBeVisible();

    await enterAs(await api.registerStudent());
    await openBook(page, book);
    const opinions = section(page, "Ratings and reviews");
    await expect(opinions).toContainText("Short, and full of good hints.");
    await expect(opinions).toContainText(reader.name);
    await expect(page.getByRole("main").getByText("4.0 out of 5, 1 rating")).toBeAttached();
    await expect(opinions.getByRole("button", { name: "Rate this book" })).toHaveCount(0);
  });

  test("a rating is changed and removed on the book's screen", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    await api.as(reader).request("PUT", `/books/${book._id}/rating`, { stars: 2 });
    await enterAs(reader);
    await openBook(page, book);
    const opinions = section(page, "Ratings and reviews");
    await opinions.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog", { name: "Rate this book" });
    await dialog.getByRole("radio", { name: "5 stars" }).check();
    await dialog.getByRole("button", { name: "Save rating" }).click();
    await expect(opinions).toContainText("You gave it 5 stars.");
    await opinions.getByRole("button", { name: "Change" }).click();
    await dialog.getByRole("button", { name: "Remove rating" }).click();
    await expectToast(page, "Rating removed");
    await expect(page.getByRole("main").getByText("Not rated yet")).toBeVisible();
    await expect(opinions.getByRole("button", { name: "Rate this book" })).toBeVisible();
  });

  test("an administrator hides a review from readers", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    const review = { stars: 1, review: "Words that hurt somebody." };
    await api.as(reader).request("PUT", `/books/${book._id}/rating`, review);
    await enterAs(administrator);
    await openBook(page, book);
    const opinions = section(page, "Ratings and reviews");
    await opinions.getByRole("button", { name: `Hide the review by ${reader.name}` }).click();
    await expectToast(page, "Review hidden");
    await expect(opinions).toContainText("Hidden from readers");
    expect(await api.as(reader).count(`/books/${book._id}/reviews`)).toBe(0);
  });
});
