import { readFile } from "node:fs/promises";
import { expect, test } from "../src/carrel.ts";

test.describe("the audit log", () => {
  test("shows the actions on a person's account with their actors, and filters them", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${reader.id}`);
    await page.getByRole("link", { name: "Change history" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Audit Log" })).toBeVisible();
    const entries = page.getByRole("list", { name: /Audit log entries/ });
    await expect(entries).toContainText(`${reader.name} borrowed ${book.title}.`);
    await expect(entries).toContainText(`${reader.name} registered.`);
    const about = page.getByRole("combobox", { name: "About" });
    await expect(about).toHaveValue(reader.name);

    await page.getByLabel("Action").selectOption("Book lent");
    await expect(page).toHaveURL(/action=borrowing\.opened/);
    await expect(entries).not.toContainText("registered.");
    await expect(entries).toContainText(`${reader.name} borrowed ${book.title}.`);

    await page.getByRole("button", { name: /Remove.*About/ }).click();
    await expect(page).not.toHaveURL(/user=/);
    await about.fill(reader.name);
    await page.getByRole("option", { name: reader.name }).first().click();
    await expect(page).toHaveURL(/user=user_/);
    await expect(about).toHaveValue(reader.name);
    await page.getByRole("combobox", { name: "Book" }).fill(book.title);
    await page.getByRole("option", { name: book.title }).first().click();
    await expect(page).toHaveURL(/book=/);
    await expect(entries).toContainText(`${reader.name} borrowed ${book.title}.`);

    await page.getByLabel("To", { exact: true }).fill("2000-01-01");
    await expect(page.getByRole("heading", { name: "No Entries Found" })).toBeVisible();
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect(entries.getByRole("listitem").first()).toBeVisible();
  });

  test("is linked from the record of a book, with the entries of that book", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await enterAs(administrator);
    await page.goto(`/admin/books?edit=${book._id}`);
    await page.getByRole("link", { name: "Change history" }).click();
    const entries = page.getByRole("list", { name: /Audit log entries/ });
    await expect(entries.getByRole("listitem")).toHaveCount(1);
    await expect(entries).toContainText(`${administrator.name} added ${book.title}.`);
  });

  test("downloads the entries that match the filters", async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/admin/audit?action=demo.filled");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await readFile(await (await download).path(), "utf8");
    const lines = file.trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("demo.filled");
  });
});
