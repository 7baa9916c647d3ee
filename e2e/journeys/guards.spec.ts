import { ALL_SCREENS } from "../../web/src/lib/screens/all-screens.ts";
import type { Declaration } from "../../web/src/lib/screens/declaration.ts";
import { expect, test } from "../src/carrel.ts";
import { fillInLogin, signOut } from "../src/people.ts";

/** The paths of the screens that these people may open. */
const pathsOf = (...access: string[]) =>
  ALL_SCREENS.filter((screen) => access.includes(String(screen.access))).map(addressOf);

const addressOf = ({ path }: Declaration) => path.replace(":id", "any");

const MEMBER_PATHS = pathsOf("members", "readers");
const ADMIN_PATHS = ALL_SCREENS.filter(({ access }) => typeof access !== "string").map(addressOf);

const SPECIFIED_HEADINGS: Record<string, string> = {
  "/books": "Books",
  "/my-borrowings": "My Borrowings",
  "/my-history": "History",
  "/profile": "Profile",
  "/admin": "Admin Dashboard",
  "/admin/books": "Manage Books",
  "/admin/users": "Manage Users",
  "/admin/borrowings": "Manage Borrowings",
};

test.describe("the route table", () => {
  test("sends visitors to the login screen", async ({ page }) => {
    for (const path of [...MEMBER_PATHS, ...ADMIN_PATHS]) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login/);
    }
  });

  test("opens the page that a visitor asked for after the sign-in", async ({
    page,
    reader,
    administrator,
  }) => {
    await page.goto("/books?category=Physics");
    await expect(page).toHaveURL("/login");
    await fillInLogin(page, reader);
    await expect(page).toHaveURL("/books?category=Physics");
    await signOut(page);
    await expect(page).toHaveURL("/");
    await page.goto("/admin/borrowings?status=overdue");
    await expect(page).toHaveURL("/login");
    // A reload keeps the requested page.
    await page.reload();
    await fillInLogin(page, administrator);
    await expect(page).toHaveURL("/admin/borrowings?status=overdue");
  });

  test("sends students away from the administration", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    for (const path of ADMIN_PATHS) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/dashboard");
      await expect(page.getByText("Your role cannot open that page")).toBeVisible();
    }
    await page.getByRole("button", { name: /^Dismiss: Your role/ }).click();
    await expect(page.getByText("Your role cannot open that page")).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("button", { name: "Admin" })).toHaveCount(0);
  });

  test("sends signed-in people away from login and registration", async ({
    page,
    reader,
    enterAs,
  }) => {
    await enterAs(reader);
    for (const path of pathsOf("visitors")) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/dashboard");
    }
  });

  test("lets administrators open every screen", async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    // No book and no import has the id of the other paths.
    const paths = [...MEMBER_PATHS, ...ADMIN_PATHS].filter((one) => !one.endsWith("/any"));
    for (const path of paths) {
      await page.goto(path);
      const title = page.getByRole("heading", { level: 1 });
      await expect(title, path).toBeVisible();
      await expect(page, path).toHaveURL(path);
      const specified = SPECIFIED_HEADINGS[path];
      if (specified) await expect(title, path).toHaveText(specified);
    }
  });

  test("removes a token that is no longer valid", async ({
    page,
    enterAs,
    reader,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(401);
    await enterAs({ ...reader, token: "no-such-token" });
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });

  test("shows a spinner with a text while the session loads", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    let letGo = () => {};
    const held = new Promise<void>((release) => {
      letGo = release;
    });
    await page.route("**/api/auth/me", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/dashboard");
    await expect(page.getByText("Loading Library Management System...")).toBeVisible();
    letGo();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reader.name);
  });
});
