import type { Person } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { expectAccessible, expectNoSidewaysScroll, settle } from "../src/looks.ts";
import { entryOf, expectToast, section } from "../src/parts.ts";

test.describe("an assistant", () => {
  test("returns a book, and can open only the screens of the desk", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    const assistant = await api.registerStudent();
    const form = { staffRole: "assistant" };
    await api.as(administrator).request("PUT", `/admin/users/${assistant.id}`, form);

    await enterAs(assistant);
    await page.goto("/dashboard");
    const actions = section(page, "Quick Actions");
    await expect(actions.getByRole("link", { name: "Manage Borrowings" })).toBeVisible();
    for (const path of ["/admin", "/admin/books", "/admin/settings", "/admin/settings/roles"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/dashboard");
    }
    await page.getByRole("main").getByRole("link", { name: "Manage Users" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Manage Users" })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Add user" })).toHaveCount(0);
    await main.getByRole("searchbox").fill(reader.email);
    await section(page, "All Users").getByRole("link", { name: reader.name }).click();
    const borrowings = section(page, `Borrowings for ${reader.name}`);
    const entry = entryOf(borrowings, book.title);
    await expect(entry.getByRole("button", { name: /^Renew/ })).toBeVisible();
    await expect(main.getByRole("link", { name: "Edit details" })).toHaveCount(0);
    await expect(main.getByRole("button", { name: /Deactivate|Block|Password/ })).toHaveCount(0);
    await settle(page);
    await expectAccessible(page);
    await entry.getByRole("button", { name: /^Return/ }).click();
    await expectToast(page, "Book returned successfully!");
    // A returned borrowing is part of the history, which assistants cannot see.
    await expect(page.getByText(`${reader.name} has no active borrowings.`)).toBeVisible();
    await expect(borrowings.getByText(book.title)).toHaveCount(0);

    await page.goto("/admin/borrowings");
    const tabs = page.getByRole("tab");
    await expect(tabs).toHaveText([/Open/, /Active/, /Overdue/, /Unpaid fines/]);
    await expectNoSidewaysScroll(page);
  });
});

test.describe("the roles of the library", () => {
  test("are added, given to a person, changed and removed", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
    consoleErrors,
  }) => {
    const name = `Evening desk ${reader.name.split(" ").at(-1)}`;
    await enterAs(administrator);
    await page.goto("/admin/settings/roles");
    await page.getByRole("button", { name: "Add a role" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Name").fill(name);
    await panel.getByLabel("Return books for other people").check();
    await expect(panel.getByLabel("See people and their details")).toBeChecked();
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Add role" }).click();
    await expectToast(page, "Role added");
    const matrix = page.getByRole("table", { name: "Permissions by role" });
    await expect(matrix.getByRole("columnheader", { name })).toBeVisible();

    await page.goto(`/admin/users?user=${reader.id}&edit=details`);
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Role").selectOption({ label: name });
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "User updated successfully!");
    // The filter by role also lists it.
    const shown = page.getByRole("main").getByText(name).and(page.locator("span"));
    await expect(shown).toBeVisible();
    expect(await permissionsOf(reader)).toContain("return_any_borrowing");

    await page.goto("/admin/settings/roles");
    await page.getByRole("button", { name: `Edit the role ${name}` }).click();
    await panel.getByLabel("Return books for other people").uncheck();
    await panel.getByLabel("See the admin dashboard and reports").check();
    await panel.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Role saved");
    expect(await permissionsOf(reader)).toContain("read_statistics");
    expect(await permissionsOf(reader)).not.toContain("return_any_borrowing");

    // A role that a person has cannot be removed; a role without people can.
    const remove = page.getByRole("button", { name: `Remove the role ${name}` });
    await expect(remove).toHaveAttribute("aria-disabled", "true");
    const form = { staffRole: null };
    await api.as(administrator).request("PUT", `/admin/users/${reader.id}`, form);
    await page.reload();
    await remove.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Role removed");
    await expect(matrix.getByRole("columnheader", { name })).toHaveCount(0);
    consoleErrors.expectNone();

    async function permissionsOf(person: Person): Promise<string[]> {
      return (await api.as(person).get<{ permissions: string[] }>("/auth/me")).permissions;
    }
  });
});
