import type { Page } from "@playwright/test";
import type { Borrowing } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast, openBook } from "../src/parts.ts";
import { navigate } from "../src/people.ts";

/** Expects a tab to show that something failed because there is no connection. */
async function expectFailure(tab: Page, what = ""): Promise<void> {
  const notes = tab.getByRole("region", { name: "Notifications" }).getByRole("group");
  await expect(
    notes.filter({ hasText: what }).filter({ hasText: "Check your connection, then try again." }),
  ).not.toHaveCount(0);
}

/** Expects a tab to still have its session and its screen. */
async function expectInUse(tab: Page, heading: string): Promise<void> {
  await expect(tab.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(tab.getByRole("button", { name: /^Account menu: / })).toBeVisible();
  expect(await tab.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
}

test.describe("a network failure during use", () => {
  test("of two minutes signs no tab out, leaves no tab blank, and causes no duplicate changes", async ({
    page,
    context,
    api,
    reader,
    administrator,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectOutage();
    const desk = api.as(administrator);
    const mine = api.as(reader);
    const [wanted, borrowed] = [await desk.addBook(2), await desk.addBook(1)];
    const { renewalsLeft } = await mine.borrow(borrowed);
    await enterAs(reader);
    await context.clock.install();
    await openBook(page, wanted);
    const other = await context.newPage();
    await other.goto("/my-borrowings");
    const entry = entryOf(other, borrowed.title);
    const renew = entry.getByRole("button", { name: `Renew ${borrowed.title}` });
    await expect(renew).toBeVisible();

    await test.step("the response to a click is lost, and the call is retried", async () => {
      await page.route(
        `**/api/borrowings/${wanted._id}`,
        async (route) => {
          await route.fetch();
          await route.abort("connectionreset");
        },
        { times: 1 },
      );
      await page.getByRole("button", { name: "Borrow Book" }).first().click();
      await expectFailure(page, "Failed to borrow book");
      await page.getByRole("button", { name: "Try again", exact: true }).click();
      await expectToast(page, "Book borrowed successfully!");
    });

    await test.step("the network is disconnected", async () => {
      await context.setOffline(true);
      await page.getByRole("button", { name: "Add to Favorites" }).click();
      await expectFailure(page);
      await expect(
        page.getByRole("button", { name: `Add to Favorites: ${wanted.title}` }),
      ).toBeVisible();
      await renew.click();
      await expectFailure(other);
      // The code and the data of this screen are not loaded yet.
      await navigate(page, "History");
      await expect(
        page.getByRole("button", { name: "Try again", exact: true }).first(),
      ).toBeVisible();
    });

    await test.step("two minutes pass", async () => {
      await context.clock.fastForward("02:00");
      await expectInUse(other, "My Borrowings");
      await expect(entry).toContainText("Active");
      await expect(
        page.getByRole("main").getByRole("button", { name: "Try again", exact: true }).first(),
      ).toBeVisible();
    });

    await test.step("the network is connected again", async () => {
      await context.setOffline(false);
      await expectInUse(other, "My Borrowings");
      await renew.click();
      await expect(other.getByText(/ renewed until /).first()).toBeVisible();
      // The other tab shows the book that was borrowed in this one.
      await expect(entryOf(other, wanted.title)).toBeVisible();
      // The screen that failed to load is loaded automatically.
      await expectInUse(page, "History");
      await expect(entryOf(page, wanted.title)).toBeVisible();
    });

    await test.step("no change was made twice", async () => {
      const open = await mine.get<Borrowing[]>("/borrowings/my-borrowings?limit=100");
      expect(open.map(({ book }) => book.title).toSorted()).toEqual(
        [wanted.title, borrowed.title].toSorted(),
      );
      const renewed = open.find(({ book }) => book._id === borrowed._id);
      expect(renewed?.renewalsLeft).toBe(renewalsLeft - 1);
      expect(await mine.count("/favorites")).toBe(0);
      const entries = (action: string, book: { _id: string }) =>
        desk.count(`/admin/audit?action=${action}&book=${book._id}`);
      expect(await entries("borrowing.opened", wanted)).toBe(1);
      expect(await entries("borrowing.renewed", borrowed)).toBe(1);
    });
  });

  test("before the first use of a page is shown at the first action", async ({
    page,
    context,
    api,
    reader,
    enterAs,
    administrator,
    consoleErrors,
  }) => {
    consoleErrors.expectOutage();
    const wanted = await api.as(administrator).addBook(1);
    await enterAs(reader);
    await openBook(page, wanted);
    const borrow = page.getByRole("button", { name: "Borrow Book" }).first();
    await expect(borrow).toBeEnabled();
    await context.setOffline(true);
    // The code of the messages is fetched at the first use of the page, which is this press.
    await borrow.click();
    const note = page.getByRole("listitem").filter({ hasText: "Failed to borrow book" });
    await expect(note).toBeVisible();
    await context.setOffline(false);
    // The note is now a toast, which has the same buttons.
    await expectFailure(page, "Failed to borrow book");
    await expect(note).toHaveCount(0);
    await page.getByRole("button", { name: "Try again", exact: true }).click();
    await expectToast(page, "Book borrowed successfully!");
  });
});
