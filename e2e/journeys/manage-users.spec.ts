import type { Page } from "@playwright/test";
import type { Person } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectFieldError, expectToast, section } from "../src/parts.ts";
import { literally, shownDate, shownDay } from "../src/texts.ts";

/** Finds a person in the list "All Users" and selects them. */
async function select(page: Page, who: Person) {
  const main = page.getByRole("main");
  await main.getByRole("searchbox").fill(who.email);
  const list = section(page, "All Users");
  await list
    .getByRole("button", { name: literally(who.name) })
    .or(list.getByRole("link", { name: literally(who.name) }))
    .click();
  return section(page, `Borrowings for ${who.name}`);
}

test.describe("managing users", () => {
  test("shows a prompt to select a user", async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin/users");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Users" })).toBeVisible();
    await expect(page.getByText("Select a User", { exact: true })).toBeVisible();
    await expect(
      page.getByText("Click on a user from the list to view their borrowing details."),
    ).toBeVisible();
  });

  test("shows a message when no person matches", async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin/users");
    await page.getByRole("main").getByRole("searchbox").fill("nobody-of-that-name");
    await expect(page.getByText("No users found.")).toBeVisible();
  });

  test("shows a person's borrowings and returns a book", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const { timeZone } = await api.library();
    const book = await api.as(administrator).addBook(1);
    const borrowing = await api.as(reader).borrow(book);

    await enterAs(administrator);
    await page.goto("/admin/users");
    const borrowings = await select(page, reader);
    const entry = entryOf(borrowings, book.title);
    await expect(entry).toContainText(shownDay(borrowing.borrowedDate, timeZone));
    await expect(entry).toContainText(shownDate(borrowing.dueOn));
    await expect(entry).toContainText("Active");

    await entry.getByRole("button", { name: /^Return/ }).click();
    await expectToast(page, "Book returned successfully!");
    await expect(entry.getByRole("button", { name: /^Return/ })).toHaveCount(0);
    await expect(page.getByText(`${reader.name} has no active borrowings.`)).toBeVisible();
  });

  test("erases an account without open borrowings or fines, after its email was typed", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    const borrowing = await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${reader.id}`);
    const erase = page.getByRole("button", { name: "Erase account" });
    await expect(erase).toHaveAttribute("aria-disabled", "true");
    await api.as(administrator).giveBack(borrowing);
    await page.reload();
    await erase.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Account email").fill("somebody@else.example");
    await dialog.getByRole("button", { name: "Erase permanently" }).click();
    await expect(dialog).toContainText("This does not match the account’s email");
    await dialog.getByLabel("Account email").fill(reader.email);
    await dialog.getByRole("button", { name: "Erase permanently" }).click();
    await expectToast(page, `The account of ${reader.name} has been erased`);
    await expect(page.getByText("Select a User", { exact: true })).toBeVisible();
    await page.goto("/admin/borrowings");
    await expect(entryOf(page, book.title)).toContainText("Person removed");
  });

  test("keeps the selection in the address", async ({ page, administrator, reader, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin/users");
    await select(page, reader);
    await expect(page.getByText(`${reader.name} has no active borrowings.`)).toBeVisible();
    await page.reload();
    await expect(page.getByText(`${reader.name} has no active borrowings.`)).toBeVisible();
  });

  test("changes a person's details and role", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${reader.id}`);
    await page.getByRole("main").getByRole("link", { name: "Edit details" }).click();
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Phone").fill("0123");
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expectFieldError(editor.getByLabel("Phone"), "Invalid phone number");
    await editor.getByLabel("Phone").fill("+4915112345678");
    await editor.getByLabel("College").fill("College of the Quiet");
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "User updated successfully!");
    await expect(editor).toBeHidden();
    await expect(page.getByRole("main").getByText("College of the Quiet")).toBeVisible();
    expect(await api.as(reader).get("/auth/me")).toMatchObject({
      collegeName: "College of the Quiet",
      phone: "+4915112345678",
    });
  });

  test("deactivates an account and reactivates it", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${reader.id}`);
    const main = page.getByRole("main");
    const confirm = page.getByRole("alertdialog");
    await main.getByRole("button", { name: "Deactivate" }).click();
    await confirm.getByRole("button", { name: "Deactivate" }).click();
    await expectToast(page, `${reader.name} has been deactivated`);
    await expect(api.as(reader).get("/auth/me")).rejects.toThrow("not_signed_in");
    await expect(api.signIn(reader)).rejects.toThrow("account_inactive");

    await main.getByRole("button", { name: "Reactivate" }).click();
    await confirm.getByRole("button", { name: "Reactivate" }).click();
    await expectToast(page, `${reader.name} has been reactivated`);
    expect((await api.signIn(reader)).id).toBe(reader.id);
  });

  test("blocks a person from borrowing and unblocks them", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${reader.id}`);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Block borrowing" }).click();
    const dialog = page.getByRole("dialog");
    const confirm = dialog.getByRole("button", { name: "Block borrowing" });
    await confirm.click();
    await expectFieldError(dialog.getByLabel("Reason"), "Reason for the block is required");
    await dialog.getByLabel("Reason").fill("Three lost books");
    await confirm.click();
    await expectToast(page, `${reader.name} has been blocked from borrowing`);
    await expect(main.getByText("Three lost books")).toBeVisible();
    await expect(api.as(reader).borrow(book)).rejects.toThrow("account_blocked");

    await main.getByRole("button", { name: "Unblock" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unblock" }).click();
    await expectToast(page, `${reader.name} has been unblocked`);
    await expect(main.getByText("Three lost books")).toBeHidden();
    await api.as(reader).borrow(book);
  });

  test("shows an error when the list of users cannot be loaded", async ({
    page,
    administrator,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(500);
    await page.route(/\/api\/admin\/users(\?|$)/, (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, code: "internal", message: "The card index is locked" },
      }),
    );
    await enterAs(administrator);
    await page.goto("/admin/users");
    await expect(page.getByText("Error loading users: The card index is locked")).toBeVisible();
  });

  test("shows an error when the borrowings cannot be loaded", async ({
    page,
    administrator,
    reader,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(500);
    await page.route("**/api/admin/borrowings/user/**", (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, code: "internal", message: "The shelf fell over" },
      }),
    );
    await enterAs(administrator);
    await page.goto("/admin/users");
    await select(page, reader);
    await expect(page.getByText("Error loading borrowings: The shelf fell over")).toBeVisible();
  });
});
