import { expect, test } from "../src/carrel.ts";

test.describe("code that fails to load", () => {
  test("of a screen can be loaded again, and the screen then appears", async ({
    page,
    reader,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectFailedLoads();
    await enterAs(reader);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reader.name);
    await page.route("**/assets/profile-*.js", (route) => route.abort());
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "This could not be loaded." })).toBeVisible();
    await page.unroute("**/assets/profile-*.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  });

  test("of a dialog can be loaded again, and the page does not change", async ({
    page,
    reader,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectFailedLoads();
    await enterAs(reader);
    await page.route("**/assets/search-*.js", (route) => route.abort());
    await page.goto("/books");
    const box = page.getByRole("searchbox");
    await box.fill("history");
    await page.keyboard.press("Control+k");
    await expect(page.getByText("Part of this page could not be loaded.")).toBeVisible();
    await page.unroute("**/assets/search-*.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(box).toHaveValue("history");
  });
});
