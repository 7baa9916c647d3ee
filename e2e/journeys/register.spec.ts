import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../src/carrel.ts";
import { expectBanner, expectFieldError, expectToast } from "../src/parts.ts";

function form(page: Page) {
  const main = page.getByRole("main");
  return {
    name: main.getByLabel("Full name"),
    email: main.getByLabel("Email"),
    phone: main.getByLabel("Phone"),
    address: main.getByLabel("Address"),
    password: main.getByLabel("Password", { exact: true }),
    confirm: main.getByLabel("Confirm password"),
    terms: main.getByRole("checkbox", { name: /terms and conditions/ }),
    submit: main.getByRole("button", { name: "Sign Up" }),
  };
}

test.describe("registering", () => {
  test("creates an account and opens the dashboard", async ({ page, api }) => {
    const email = `newcomer-${randomBytes(5).toString("hex")}@students.example`;
    await page.goto("/register");
    const fields = form(page);
    await fields.name.fill("New Reader");
    await fields.email.fill(email);
    await fields.phone.fill("+4915112345678");
    await fields.address.fill("1 Reading Room Lane");
    await fields.password.fill("Reading1");
    await fields.confirm.fill("Reading1");
    await fields.terms.check();
    await fields.submit.click();

    await expect(page).toHaveURL("/dashboard");
    await expectToast(page, "Registration successful!");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("New Reader");
    const person = await api.signIn({ email, password: "Reading1" });
    expect(person.role).toBe("student");
    expect(await api.as(person).get("/auth/me")).toMatchObject({
      name: "New Reader",
      email,
      phone: "+4915112345678",
      address: "1 Reading Room Lane",
    });
  });

  test("shows the required fields", async ({ page }) => {
    await page.goto("/register");
    const fields = form(page);
    await fields.submit.click();
    await expectFieldError(fields.name, "Full name is required");
    await expectFieldError(fields.email, "Email is required");
    await expectFieldError(fields.password, "Password is required");
    await expectFieldError(fields.confirm, "Please confirm your password");
    await expect(page.getByText("You must agree to the terms and conditions")).toBeVisible();
  });

  test("shows the error of each field", async ({ page }) => {
    await page.goto("/register");
    const fields = form(page);
    await fields.name.fill("A");
    await fields.email.fill("reader@");
    await fields.phone.fill("0123");
    await fields.address.fill("a".repeat(201));
    await fields.password.fill("reading");
    await fields.confirm.fill("something else");
    await fields.submit.click();
    await expectFieldError(fields.name, "Name must be at least 2 characters");
    await expectFieldError(fields.email, "Invalid email address");
    await expectFieldError(fields.phone, "Invalid phone number");
    await expectFieldError(fields.address, "Address cannot exceed 200 characters");
    await expectFieldError(
      fields.password,
      "Password must contain at least one uppercase letter, one lowercase letter, and one number",
    );
    await expectFieldError(fields.confirm, "Passwords do not match");

    await fields.name.fill("a".repeat(51));
    await fields.password.fill("Ab1");
    await fields.submit.click();
    await expectFieldError(fields.name, "Name cannot exceed 50 characters");
    await expectFieldError(fields.password, "Password must be at least 6 characters");
  });

  test("shows in a banner that the email is already in use", async ({
    page,
    reader,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(409);
    await page.goto("/register");
    const fields = form(page);
    await fields.name.fill("Somebody Else");
    await fields.email.fill(reader.email.toUpperCase());
    await fields.password.fill("Reading1");
    await fields.confirm.fill("Reading1");
    await fields.terms.check();
    await fields.submit.click();
    await expectBanner(page, "An account with this email already exists");
    await expect(page).toHaveURL("/register");
  });
});
