import type { Page } from "@playwright/test";
import { appCode, plugInAuthenticator } from "../src/authenticator.ts";
import { expect, newcomer, test } from "../src/carrel.ts";
import {
  expectAccessible,
  expectLegible,
  expectNoSidewaysScroll,
  showIn,
  wholePicture,
} from "../src/looks.ts";
import { expectFieldError, expectToast, section } from "../src/parts.ts";

interface Credentials {
  email: string;
  password: string;
}

/** Fills in the first step of the sign-in. */
async function enterPassword(page: Page, address: string, who: Credentials): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const colours of ["light", "dark"] as const) {
    await showIn(page, colours);
    await expectNoSidewaysScroll(page);
    if (colours === "light") await expectAccessible(page);
    else await expectLegible(page);
    await wholePicture(page, `${name}-${colours}`);
  }
  await showIn(page, "light");
}

test("an authenticator app becomes the second step, and a recovery code replaces it", async ({
  page,
  reader,
  server,
  consoleErrors,
}, testInfo) => {
  const size = testInfo.project.name;
  consoleErrors.expectStatus(401);
  consoleErrors.expectStatus(422);
  await enterPassword(page, server.address, reader);
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/profile");
  const security = section(page, "Sign-in and security");
  await security.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByRole("img", { name: "QR code for the authenticator app" }),
  ).toBeVisible();
  await expectGoodLooks(page, `authenticator-${size}`);
  const secret = await dialog.getByLabel("Or enter this key").inputValue();
  const code = dialog.getByLabel("Code from the app");
  await code.fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expectFieldError(code, "This code is wrong or was already used");
  await code.fill(appCode(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await expectGoodLooks(page, `recovery-codes-${size}`);
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(security.getByText("10 codes left", { exact: false })).toBeVisible();

  // Stands for another browser, which has its own local storage.
  await page.evaluate(() => localStorage.clear());
  await enterPassword(page, server.address, reader);
  await expect(page.getByRole("heading", { level: 1, name: "Second sign-in step" })).toBeVisible();
  await expectGoodLooks(page, `second-step-${size}`);
  const step = page.getByLabel("Code from your app");
  await expect(step).toBeFocused();
  await step.fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expectFieldError(step, "This code is wrong or was already used");
  await step.fill(appCode(secret, 1));
  await page.getByLabel("Do not ask again on this device for 30 days").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expectToast(page, "Login successful!");
  await expect(page).toHaveURL("/dashboard");

  // The device stays trusted after the sign-out.
  await page.evaluate(() => localStorage.removeItem("token"));
  await enterPassword(page, server.address, reader);
  await expect(page).toHaveURL("/dashboard");

  await page.evaluate(() => localStorage.clear());
  await enterPassword(page, server.address, reader);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/profile");
  await expect(security.getByText("9 codes left", { exact: false })).toBeVisible();

  await security.getByRole("button", { name: "Remove Authenticator app" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Authenticator app was removed");
  await expect(security.getByText("codes left", { exact: false })).toHaveCount(0);
});

test("a passkey becomes the second step, and is renamed and removed", async ({
  page,
  reader,
  server,
  consoleErrors,
}, testInfo) => {
  const size = testInfo.project.name;
  consoleErrors.expectStatus(401);
  // Browsers do not bind passkeys to an IP address.
  const address = server.address.replace("127.0.0.1", "localhost");
  await plugInAuthenticator(page);
  await enterPassword(page, address, reader);
  await expect(page).toHaveURL(`${address}/dashboard`);
  await page.goto(`${address}/profile`);
  const security = section(page, "Sign-in and security");
  await security.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog");
  await expectGoodLooks(page, `passkey-${size}`);
  await dialog.getByLabel("Name").fill("My laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expectToast(page, "Passkey added");
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(security.getByText("My laptop")).toBeVisible();
  await expectGoodLooks(page, `security-section-${size}`);

  await page.evaluate(() => localStorage.clear());
  await enterPassword(page, address, reader);
  await expect(page.getByRole("heading", { level: 1, name: "Second sign-in step" })).toBeVisible();
  await expectGoodLooks(page, `second-step-passkey-${size}`);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expectToast(page, "Login successful!");
  await expect(page).toHaveURL(`${address}/dashboard`);

  await page.goto(`${address}/profile`);
  await security.getByRole("button", { name: "Rename My laptop" }).click();
  await dialog.getByLabel("Name").fill("Old laptop");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(security.getByText("Old laptop")).toBeVisible();
  await security.getByRole("button", { name: "Remove Old laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Old laptop was removed");
});

test("a sensitive action asks for the password once, above its own dialog", async ({
  page,
  reader,
  server,
  consoleErrors,
}, testInfo) => {
  consoleErrors.expectStatus(403);
  consoleErrors.expectStatus(422);
  await enterPassword(page, server.address, reader);
  await expect(page).toHaveURL("/dashboard");
  // As after 15 minutes: calls are refused until the password is confirmed.
  let isOld = true;
  await page.route("**/api/auth/tokens", async (route) => {
    if (!isOld || route.request().method() !== "POST") return route.continue();
    await route.fulfill({
      status: 403,
      json: {
        success: false,
        code: "confirmation_needed",
        message: "Please confirm your identity first",
      },
    });
  });
  await page.route("**/api/auth/confirm", async (route) => {
    const response = await route.fetch();
    if (response.ok()) isOld = false;
    await route.fulfill({ response });
  });
  await page.goto("/profile");
  await section(page, "Access tokens").getByRole("button", { name: "New token" }).click();
  const form = page.getByRole("dialog", { name: "New access token" });
  await form.getByLabel("Name").fill("A script");
  await form.getByRole("checkbox").first().check();
  await form.getByRole("button", { name: "Create token" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm your identity" });
  const password = confirmation.getByLabel("Password", { exact: true });
  await expect(password).toBeVisible();
  await expectGoodLooks(page, `confirmation-${testInfo.project.name}`);

  // Escape closes only this dialog; the form below keeps its values.
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(form.getByLabel("Name")).toHaveValue("A script");
  await expect(form.getByRole("alert")).toContainText("Please confirm your identity first");

  await form.getByRole("button", { name: "Create token" }).click();
  await password.fill("Not-the-one-1");
  await password.press("Enter");
  await expectFieldError(password, "Password is incorrect");
  await password.fill(reader.password);
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog", { name: "Your new access token" })).toBeVisible();
  await expect(confirmation).toBeHidden();
});

// In a separate library, because the setting applies to all staff.
newcomer(
  "staff without a second step get their permissions when they have added one",
  async ({ page, api, server }, testInfo) => {
    const as = api.as(await api.signInToDemo("admin"));
    const librarian = await api.registerStudent();
    await as.request("PUT", `/admin/users/${librarian.id}`, { staffRole: "librarian" });
    const settings = await as.get<Record<string, unknown>>("/admin/settings/security");
    await as.request("PUT", "/admin/settings/security", {
      ...settings,
      staffNeedSecondFactor: true,
    });
    await enterPassword(page, server.address, librarian);
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByText(/requires a second sign-in step for staff/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Admin" })).toHaveCount(0);
    await expectGoodLooks(page, `second-step-needed-${testInfo.project.name}`);
    await page.getByRole("link", { name: "Add a second sign-in step" }).click();
    const security = section(page, "Sign-in and security");
    await security.getByRole("button", { name: "Set up an authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    const secret = await dialog.getByLabel("Or enter this key").inputValue();
    await dialog.getByLabel("Code from the app").fill(appCode(secret));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByText(/requires a second sign-in step for staff/)).toHaveCount(0);
    await page.goto("/admin/books");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Books" })).toBeVisible();
  },
);
