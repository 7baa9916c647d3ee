import { expect, test } from "../src/carrel.ts";

test.describe("code that does not load", () => {
  test("of a screen is offered again, and the screen is then there", async ({
    page,
    reader,
    enterAs,
    complaints,
  }) => {
    complaints.expectFailedLoads();
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

  test("of a dialog is offered again, while the page stays as it is", async ({
    page,
    reader,
    enterAs,
    complaints,
  }) => {
    complaints.expectFailedLoads();
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
