import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectToast, toastAbout } from "../src/parts.ts";
import { isNarrow } from "../src/people.ts";

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("120 presses of Tab did not reach it");
}

test.describe("with the keyboard only", () => {
  test("the first Tab focuses the link to the content", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(
      await page.getByRole("main").evaluate((main) => main.contains(document.activeElement)),
    ).toBe(true);
  });

  test("a person signs in and signs out", async ({ page, reader }) => {
    await page.goto("/login");
    await tabTo(page, page.getByLabel("Email"));
    await page.keyboard.type(reader.email);
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(reader.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/dashboard");

    await page.reload();
    await tabTo(
      page,
      isNarrow(page)
        ? page.getByRole("button", { name: "Open menu" })
        : page.getByRole("button", { name: /^Account menu: / }),
    );
    await page.keyboard.press("Enter");
    const signOut = page
      .getByRole("menuitem", { name: "Sign Out" })
      .or(page.getByRole("dialog").getByRole("button", { name: "Sign Out" }));
    if (isNarrow(page)) {
      await tabTo(page, signOut);
    } else {
      // The menu is visible a moment before its first entry has the focus.
      await expect(page.getByRole("menuitem").first()).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(signOut).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
  });

  test("a person searches for a book and borrows it", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await enterAs(reader);
    await page.goto("/books");
    await tabTo(page, page.getByRole("main").getByRole("searchbox"));
    await page.keyboard.type(book.title);
    const found = entryOf(page, book.title).getByRole("link", { name: /View Details/ });
    await tabTo(page, found);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: book.title })).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Borrow Book" }));
    await page.keyboard.press("Enter");
    await expectToast(page, "Book borrowed successfully!");
  });

  test("an administrator returns a book", async ({ page, api, reader, administrator, enterAs }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto(`/admin/borrowings?search=${encodeURIComponent(book.title)}`);
    await tabTo(page, page.getByRole("row").getByRole("button", { name: /^Return/ }));
    await page.keyboard.press("Enter");
    await expectToast(page, "Book returned successfully!");
  });

  test("an administrator undoes a return", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto(`/admin/borrowings?search=${encodeURIComponent(book.title)}`);
    const giveBack = page.getByRole("row").getByRole("button", { name: /^Return/ });
    await tabTo(page, giveBack);
    await page.keyboard.press("Enter");
    const toast = toastAbout(page, "Book returned successfully!", book);
    await expect(toast).toBeVisible();
    await page.keyboard.press("F6");
    await tabTo(page, toast.getByRole("button", { name: "Undo" }));
    await page.keyboard.press("Enter");
    await expectToast(page, "Return undone");
    await expect(giveBack).toBeVisible();
    // The focus returns to the row.
    const row = page.getByRole("row").filter({ hasText: book.title });
    await expect
      .poll(() => row.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
  });

  test("single-letter shortcuts open screens, and do nothing in a text field", async ({
    page,
    reader,
    enterAs,
  }) => {
    await enterAs(reader);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reader.name);
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page).toHaveURL("/books");
    const search = page.getByRole("main").getByRole("searchbox");
    await expect(search).toBeVisible();
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await page.keyboard.type("gd?");
    await expect(search).toHaveValue("gd?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("a question mark opens the list of shortcuts, and Escape closes it", async ({
    page,
    reader,
    enterAs,
  }) => {
    await enterAs(reader);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reader.name);
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });
});
