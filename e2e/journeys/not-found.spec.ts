import { expect, test } from "../src/carrel.ts";

test.describe("a path that leads nowhere", () => {
  test.beforeEach(({ complaints }) => {
    // The server may say of the page itself that it is not there.
    complaints.expectStatus(404);
  });

  test("says so and offers ways on", async ({ page }) => {
    await page.goto("/shelves/that/never/were");
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    await expect(page.getByText(/moved, deleted or mistyped/)).toBeVisible();
    await expect(page.getByText("Need help? Contact our support team.")).toBeVisible();
  });

  test("goes home", async ({ page }) => {
    await page.goto("/nowhere");
    await page
      .getByRole("link", { name: "Go Home" })
      .or(page.getByRole("button", { name: "Go Home" }))
      .click();
    await expect(page).toHaveURL("/");
  });

  test("goes back to where the visitor was", async ({ page }) => {
    await page.goto("/register");
    await page.goto("/nowhere");
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect(page).toHaveURL("/register");
  });

  test("is the same for somebody signed in", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/admin/nowhere");
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  });
});
