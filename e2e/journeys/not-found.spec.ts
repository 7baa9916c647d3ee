import { expect, test } from "../src/carrel.ts";

test.describe("an unknown path", () => {
  test.beforeEach(({ consoleErrors }) => {
    // The server may respond to the request for the page with 404.
    consoleErrors.expectStatus(404);
  });

  test("shows a message and links to other screens", async ({ page }) => {
    await page.goto("/shelves/that/never/were");
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    await expect(page.getByText(/moved, deleted or mistyped/)).toBeVisible();
    await expect(page.getByText("Need help? Contact our support team.")).toBeVisible();
  });

  test("links to the home page", async ({ page }) => {
    await page.goto("/nowhere");
    await page
      .getByRole("link", { name: "Go Home" })
      .or(page.getByRole("button", { name: "Go Home" }))
      .click();
    await expect(page).toHaveURL("/");
  });

  test("returns to the previous screen", async ({ page }) => {
    await page.goto("/register");
    await page.goto("/nowhere");
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect(page).toHaveURL("/register");
  });

  test("shows the same message to a signed-in person", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/admin/nowhere");
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  });
});
