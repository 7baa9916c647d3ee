import type { Page } from "@playwright/test";
import type { Api } from "../src/api.ts";
import { expect, newcomer } from "../src/carrel.ts";
import {
  expectAccessible,
  expectLegible,
  expectNoSidewaysScroll,
  settle,
  showIn,
} from "../src/looks.ts";
import { type MailServer, startMailServer } from "../src/mail-server.ts";
import { expectToast, section } from "../src/parts.ts";
import { signIn, signOut } from "../src/people.ts";

/** Configures the library to send its mail to a server of the test. */
async function withMail(api: Api, address: string): Promise<MailServer> {
  const mail = await startMailServer();
  const administrator = await api.signInToDemo("admin");
  await api.as(administrator).request("PUT", "/admin/settings/mail", {
    host: "127.0.0.1",
    port: mail.port,
    security: "none",
    fromAddress: "desk@library.example",
    siteAddress: address,
  });
  return mail;
}

async function linkTo(mail: MailServer, address: string): Promise<string> {
  const { text } = await mail.letterTo(address);
  return /http\S+#token=\S+/.exec(text)?.[0] ?? "";
}

/** The checks that every new screen must pass, in light and dark. */
async function expectSound(page: Page): Promise<void> {
  await settle(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await showIn(page, "dark");
  await expectLegible(page);
  await showIn(page, "light");
}

newcomer.describe("email addresses", () => {
  newcomer(
    "a new address is confirmed, and undone from the old one",
    async ({ page, api, server }) => {
      const mail = await withMail(api, server.address);
      const reader = await api.registerStudent();
      const moved = `moved.${reader.email}`;
      await signIn(page, reader);
      await page.goto("/profile?edit=details");
      const details = section(page, "Profile details");
      await details.getByLabel("Email").fill(moved);
      await details.getByLabel("Current password").fill(reader.password);
      await details.getByRole("button", { name: "Save changes" }).click();
      await expectToast(page, "Profile updated successfully");
      await expect(details.getByText(`${moved} becomes your address`)).toBeVisible();
      await expectSound(page);

      // The link leads a browser without a session to the sign-in, and then back.
      await signOut(page);
      await page.goto(await linkTo(mail, moved));
      await expectSound(page);
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await page.getByLabel("Email").fill(reader.email);
      await page.getByLabel("Password", { exact: true }).fill(reader.password);
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Your email address is now")).toBeVisible();
      await expectSound(page);

      await page.goto(await linkTo(mail, reader.email));
      await expectSound(page);
      await page.getByRole("button", { name: "Undo the change" }).click();
      await expect(page.getByText("Your account has its old email address again")).toBeVisible();
      await page.getByLabel("New password", { exact: true }).fill("Quieter2");
      await page.getByLabel("Confirm new password").fill("Quieter2");
      await page.getByRole("button", { name: "Set password" }).click();
      await expectToast(page, "Password updated successfully");
      await signIn(page, { email: reader.email, password: "Quieter2" });
      await mail.stop();
    },
  );

  newcomer(
    "a library that confirms addresses first completes a registration by mail",
    async ({ page, api, server }) => {
      const mail = await withMail(api, server.address);
      const { demo } = await api.library();
      await signIn(page, demo?.admin ?? { email: "", password: "" });
      await page.goto("/admin/settings/security");
      await page.getByRole("checkbox", { name: "Require confirmed email addresses" }).check();
      await page.getByLabel("Minimum password length").fill("8");
      await page.getByRole("checkbox", { name: "Allow passphrases" }).check();
      await page.getByRole("button", { name: "Save changes" }).click();
      await expectToast(page, "Settings saved");
      await expectSound(page);
      await signOut(page);

      await page.goto("/register");
      await expect(page.getByText("At least 8 characters")).toBeVisible();
      await page.getByLabel("Full name").fill("Nora Newcomer");
      await page.getByLabel("Email").fill("nora@students.example");
      const passphrase = "seven quiet lanterns";
      await page.getByLabel("Password", { exact: true }).fill(passphrase);
      await page.getByLabel("Confirm password").fill(passphrase);
      await page.getByRole("checkbox", { name: "I agree to the terms and conditions" }).check();
      await page.getByRole("button", { name: "Sign Up" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
      await expectSound(page);

      await page.goto(await linkTo(mail, "nora@students.example"));
      await expectSound(page);
      await page.getByLabel("Password", { exact: true }).fill(passphrase);
      await page.getByRole("button", { name: "Complete registration" }).click();
      await expect(page).toHaveURL("/dashboard");
      await expectToast(page, "Registration successful!");
      await mail.stop();
    },
  );
});

newcomer(
  "without a mail server a changed address is shown at the next sign-in",
  async ({ page, api }) => {
    const reader = await api.registerStudent();
    const moved = `moved.${reader.email}`;
    await api.as(reader).request("PUT", "/auth/updatedetails", {
      email: moved,
      currentPassword: reader.password,
    });
    await signIn(page, { email: moved, password: reader.password });
    await expect(page.getByText("Your email address was changed")).toBeVisible();
    await expectSound(page);
    await page.getByRole("button", { name: /Your email address was changed/ }).click();
    await expect(page.getByText("Your email address was changed")).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Your email address was changed")).toHaveCount(0);
  },
);
