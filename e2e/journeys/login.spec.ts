import { expect, test } from "../src/carrel.ts";
import { expectBanner, expectFieldError, expectToast } from "../src/parts.ts";
import { openUserMenu, signIn, signOut } from "../src/people.ts";

test.describe("signing in", () => {
  test("opens the dashboard with a message, and survives a reload", async ({ page, reader }) => {
    await signIn(page, reader);
    await expectToast(page, "Login successful!");
    await page.reload();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reader.name);
  });

  for (const who of ["Student", "Administrator"] as const) {
    test(`fills in the account of the demo's ${who.toLowerCase()} with one click`, async ({
      page,
      api,
    }) => {
      const { demo } = await api.library();
      const credentials = who === "Student" ? demo?.student : demo?.admin;
      await page.goto("/login");
      await page
        .getByRole("main")
        .getByRole("button", { name: new RegExp(`^${who}`) })
        .click();
      await expect(page.getByLabel("Email")).toHaveValue(credentials?.email ?? "");
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue(
        credentials?.password ?? "",
      );
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL("/dashboard");
    });
  }

  test("validates both fields before it calls the server", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/login")) asked.push(request.url());
    });
    await page.goto("/login");
    const email = page.getByLabel("Email");
    const password = page.getByLabel("Password", { exact: true });
    const submit = page.getByRole("main").getByRole("button", { name: "Sign In" });

    await submit.click();
    await expectFieldError(email, "Email is required");
    await expectFieldError(password, "Password is required");

    await email.fill("not an address");
    await password.fill("short");
    await submit.click();
    await expectFieldError(email, "Invalid email address");
    await expectFieldError(password, "Password must be at least 6 characters");
    expect(asked).toEqual([]);
  });

  test("shows a wrong password in a banner", async ({ page, reader, consoleErrors }) => {
    consoleErrors.expectStatus(401);
    await page.goto("/login");
    await page.getByLabel("Email").fill(reader.email);
    await page.getByLabel("Password", { exact: true }).fill("Not-the-one-1");
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expectBanner(page, "Invalid email or password");
    await expect(page).toHaveURL("/login");
  });

  test("shows and hides the password", async ({ page }) => {
    await page.goto("/login");
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("Reading1");
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });

  test("ends when the person signs out", async ({ page, reader, api }) => {
    await signIn(page, reader);
    const menu = await openUserMenu(page);
    await expect(menu.getByText(reader.name)).toBeVisible();
    await expect(menu.getByText(reader.email)).toBeVisible();
    await page.keyboard.press("Escape");

    const token = await page.evaluate(() => localStorage.getItem("token"));
    await signOut(page);
    await expectToast(page, "Logged out successfully");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    // The page does not wait for the server.
    const me = () =>
      api
        .as({ token: token ?? "" })
        .get("/auth/me")
        .then(() => "signed in", String);
    await expect.poll(me).toContain("not_signed_in");
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login/);
  });
});
