import { expect, test } from "../src/carrel.ts";
import { expectAccessible } from "../src/looks.ts";

test.describe("the search in the navigation", () => {
  test("finds a book during typing, also by its ISBN, and opens it", async ({
    page,
    api,
    reader,
    administrator,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1, { isbn: "9781861972712" });
    await enterAs(reader);
    await page.goto("/profile");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Search" });
    const field = panel.getByRole("combobox");
    await expect(field).toBeFocused();
    for (const text of [book.title.toLowerCase(), "978-1-86197-271-2", "9781861972712"]) {
      await field.fill(text);
      await expect(panel.getByRole("option").first()).toContainText(book.title);
    }
    await field.fill(book.title.slice(0, -3));
    await expect(panel.locator("mark").first()).toHaveText("Field");
    // The results of the previous text are dimmed until those of this one are loaded.
    await expect(panel.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/books/${book._id}`);
    await expect(panel).toBeHidden();
  });

  test("opens with the keyboard, shows all matches, and stores the search", async ({
    page,
    reader,
    enterAs,
  }) => {
    await enterAs(reader);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reader.name);
    await page.keyboard.press("/");
    const panel = page.getByRole("dialog", { name: "Search" });
    await expect(panel.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("history");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/books?search=history");
    await expect(panel).toBeHidden();
    await expect(page.getByRole("main").locator("mark").first()).toBeVisible();

    await page.keyboard.press("ControlOrMeta+k");
    await expect(panel.getByRole("link", { name: "history" })).toBeVisible();
    await panel.getByRole("button", { name: "Remove “history”" }).click();
    await expect(panel.getByRole("link", { name: "history" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  });

  test("finds people for administrators", async ({ page, reader, administrator, enterAs, api }) => {
    const { studentId } = await api.as(reader).get<{ studentId: string }>("/auth/me");
    await enterAs(administrator);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Search" });
    for (const text of [reader.email, reader.name.split(" ")[1] ?? "", studentId]) {
      await panel.getByRole("combobox").fill(text);
      await expect(
        panel.getByRole("group", { name: "People" }).getByRole("option", { name: reader.name }),
      ).toBeVisible();
    }
    await panel.getByRole("option", { name: reader.name }).click();
    await expect(page).toHaveURL(`/admin/users?user=${reader.id}`);
    await expect(page.getByRole("main")).toContainText(`Borrowings for ${reader.name}`);
  });
});
