import type { Borrowing, Stats } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, section } from "../src/parts.ts";
import { navigateAsAdmin } from "../src/people.ts";
import { literally, shownDay } from "../src/texts.ts";

test.describe("the admin dashboard", () => {
  test("shows the library's totals, each with a link", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const stats = await api.as(administrator).get<Stats>("/admin/stats");
    await enterAs(administrator);
    await page.goto("/dashboard");
    await navigateAsAdmin(page, "Admin Dashboard");
    await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
    await expect(page.getByText("Overview of your library system and key metrics.")).toBeVisible();

    const main = page.getByRole("main");
    for (const [label, figure, target] of [
      ["Total Users", stats.totalUsers, "/admin/users"],
      ["Total Books", stats.totalBooks, "/admin/books"],
      ["Total Borrowings", stats.totalBorrowings, "/admin/borrowings"],
      ["Overdue Books", stats.overdueBooks, "/admin/borrowings?status=overdue"],
    ] as const) {
      const card = main.getByRole("link", { name: literally(label) });
      await expect(card).toContainText(figure.toLocaleString("en-US"));
      await expect(card).toHaveAttribute("href", target);
    }
  });

  test("links to the management screens", async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin");
    const links = section(page, "Quick Links");
    for (const [name, text, target] of [
      ["Manage Users", "View and manage all user accounts.", "/admin/users"],
      ["Manage Books", "Add, edit, or remove books.", "/admin/books"],
      ["Manage Borrowings", "Oversee all borrowing activities.", "/admin/borrowings"],
    ] as const) {
      const link = links.getByRole("link", { name: literally(name) });
      await expect(link).toContainText(text);
      await expect(link).toHaveAttribute("href", target);
    }
    await expect(links).toContainText("Go to public site");
    await links.getByRole("link", { name: /View Site/ }).click();
    await expect(page.getByRole("link", { name: "Go to Dashboard" }).first()).toBeVisible();
  });

  test("lists the newest borrowings and the most borrowed books", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const { timeZone } = await api.library();
    const book = await api.as(administrator).addBook(1);
    const borrowing = await api.as(reader).borrow(book);
    const stats = await api.as(administrator).get<Stats>("/admin/stats");
    const newest = await api.as(administrator).get<Borrowing[]>("/admin/borrowings?limit=5");

    await enterAs(administrator);
    await page.goto("/admin");
    const recent = section(page, "Recent Borrowings");
    const entry = entryOf(recent, book.title);
    await expect(entry).toContainText(`by ${reader.name}`);
    await expect(entry).toContainText(`Borrowed on ${shownDay(borrowing.borrowedDate, timeZone)}`);
    await expect(entry).toContainText("Active");
    expect(newest.length).toBeGreaterThan(0);
    for (const { user } of newest) await expect(recent).toContainText(user.name);

    const most = section(page, "Most Borrowed Books");
    expect(stats.mostBorrowedBooks.length).toBeGreaterThan(0);
    for (const { count, book: favourite } of stats.mostBorrowedBooks) {
      const row = entryOf(most, favourite.title);
      await expect(row).toContainText(favourite.author);
      await expect(row).toContainText(new RegExp(`(^|\\D)${count} borrowings?`));
    }
  });
});
