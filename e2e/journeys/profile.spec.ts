import { expect, test } from "../src/carrel.ts";
import { expectFieldError, expectToast } from "../src/parts.ts";
import { openUserMenu, signIn } from "../src/people.ts";

test.describe("the profile", () => {
  test("opens from the user menu and shows the person's details", async ({
    page,
    api,
    reader,
    enterAs,
  }) => {
    const { studentId } = await api.as(reader).get<{ studentId: string }>("/auth/me");
    await enterAs(reader);
    await page.goto("/dashboard");
    const menu = await openUserMenu(page);
    await expect(menu).toContainText(studentId);
    await menu.getByText("Profile Settings").click();
    await expect(page).toHaveURL("/profile");
    const main = page.getByRole("main");
    for (const text of [reader.name, reader.email, studentId, "Student", "Active"]) {
      await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
    }
  });

  test("shows the role of an administrator", async ({ page, administrator, enterAs }) => {
    await enterAs(administrator);
    await page.goto("/profile");
    await expect(page.getByRole("main").getByText("Administrator").first()).toBeVisible();
  });

  test("saves changed details", async ({ page, api, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/profile");
    const main = page.getByRole("main");
    const edit = main.getByRole("button", { name: /^Edit/ });
    await edit.first().click();
    await main.getByLabel("Phone").fill("+4915187654321");
    await main.getByLabel("Address").fill("2 Quiet Corner");
    await main.getByRole("button", { name: /^Save/ }).click();
    await expectToast(page, "Profile updated successfully");
    await page.reload();
    await expect(main.getByText("2 Quiet Corner")).toBeVisible();
    const { phone } = await api.as(reader).get<{ phone: string }>("/auth/me");
    expect(phone).toBe("+4915187654321");
  });

  test("rejects invalid details", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/profile");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /^Edit/ }).first().click();
    await main.getByLabel("Phone").fill("0123");
    await main.getByRole("button", { name: /^Save/ }).click();
    await expectFieldError(main.getByLabel("Phone"), "Invalid phone number");
  });

  test("changes the password and ends every other session", async ({
    page,
    api,
    reader,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(422);
    await signIn(page, reader);
    await page.goto("/profile");
    const main = page.getByRole("main");
    const current = main.getByLabel("Current password");

    await current.fill("Not-the-one-1");
    await main.getByLabel("New password", { exact: true }).fill("Quieter2");
    await main.getByLabel("Confirm new password").fill("Quieter2");
    await main
      .getByRole("button", { name: /password/i })
      .last()
      .click();
    await expect(current).toHaveAttribute("aria-invalid", "true");

    await current.fill(reader.password);
    await main
      .getByRole("button", { name: /password/i })
      .last()
      .click();
    await expectToast(page, "Password updated successfully");
    await expect(api.as(reader).get("/auth/me")).rejects.toThrow("not_signed_in");
    await page.reload();
    await expect(page).toHaveURL("/profile");
    await api.signIn({ email: reader.email, password: "Quieter2" });
  });
});
