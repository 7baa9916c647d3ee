import { expect, test } from "../src/carrel.ts";
import { openNavigation } from "../src/people.ts";

test.describe("the home page", () => {
  test("offers a visitor Get Started and Sign In", async ({ page }) => {
    await page.goto("/");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(main.getByRole("link", { name: "Get Started" }).first()).toHaveAttribute(
      "href",
      "/register",
    );
    await expect(main.getByRole("link", { name: "Sign In" }).first()).toHaveAttribute(
      "href",
      "/login",
    );
    const navigation = await openNavigation(page);
    await expect(navigation.getByRole("link", { name: "Sign In" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Sign Up" })).toBeVisible();
  });

  test("shows the full name of the library in the bar", async ({ page, api }) => {
    const library = await api.library();
    await page.goto("/");
    const name = page.getByRole("banner").getByText(library.name, { exact: true });
    await expect(name).toBeVisible();
    const isCut = await name.evaluate(
      ({ clientHeight, clientWidth, scrollHeight, scrollWidth }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight,
    );
    expect(isCut).toBe(false);
  });

  test("shows the sample statistics and marks them as samples", async ({ page }) => {
    await page.goto("/");
    for (const figure of ["10,000+", "5,000+", "50,000+", "99.9%"]) {
      await expect(page.getByRole("main").getByText(figure)).toBeVisible();
    }
    await expect(
      page
        .getByRole("main")
        .getByText(/sample/i)
        .first(),
    ).toBeVisible();
  });

  test("links to the registration", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Get Started" }).first().click();
    await expect(page).toHaveURL("/register");
  });

  test("redirects a signed-in person to the dashboard", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/");
    await expect(page).toHaveURL("/dashboard");
  });

  test("stays open to a signed-in person who follows a link to it", async ({
    page,
    reader,
    enterAs,
  }) => {
    await enterAs(reader);
    await page.goto("/?view=site");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Go to Dashboard" }).first()).toBeVisible();
    await expect(main.getByRole("link", { name: "Get Started" })).toHaveCount(0);
    await main.getByRole("link", { name: "Browse Books" }).first().click();
    await expect(page).toHaveURL("/books");
  });
});
