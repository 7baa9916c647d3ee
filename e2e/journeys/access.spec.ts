import { readFile } from "node:fs/promises";
import { expect, newcomer, test } from "../src/carrel.ts";
import { startMailServer } from "../src/mail-server.ts";
import { expectBanner, expectToast, section } from "../src/parts.ts";
import { signIn } from "../src/people.ts";

test.describe("staying signed in", () => {
  test("offers a checkbox and a link for a forgotten password", async ({ page, api, reader }) => {
    await page.goto("/login");
    await expect(page.getByRole("link", { name: "Forgot password?" })).toBeVisible();
    await page.getByLabel("Email").fill(reader.email);
    await page.getByLabel("Password", { exact: true }).fill(reader.password);
    await page.getByRole("checkbox", { name: "Remember me" }).check();
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/dashboard");
    const token = await page.evaluate(() => localStorage.getItem("token"));
    const sessions = await api
      .as({ token: token ?? "" })
      .get<{ isCurrent: boolean; createdAt: string; expiresAt: string }[]>("/auth/sessions");
    const lasts = (one: (typeof sessions)[number]) =>
      (Date.parse(one.expiresAt) - Date.parse(one.createdAt)) / 3_600_000;
    expect(sessions.filter((one) => one.isCurrent).map(lasts)).toEqual([30 * 24]);
    expect(sessions.filter((one) => !one.isCurrent).map(lasts)).toEqual([12]);
  });
});

test.describe("the person's own sessions and data", () => {
  test("lists the sessions by device and ends one", async ({ page, api, reader }) => {
    const elsewhere = await api.signIn(reader);
    await signIn(page, reader);
    await page.goto("/profile");
    const sessions = section(page, "Sessions");
    await expect(sessions.getByRole("listitem")).toHaveCount(3);
    const mine = sessions.getByRole("listitem").first();
    await expect(mine).toContainText("This device");
    await expect(mine).toContainText("Chrome on Linux");
    await expect(mine.getByRole("button")).toHaveCount(0);

    await sessions
      .getByRole("button", { name: /^Sign out Unknown device/ })
      .first()
      .click();
    await expectToast(page, "Device signed out");
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await sessions.getByRole("button", { name: "Sign out all others" }).click();
    await expectToast(page, "Signed out everywhere else");
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    for (const { token } of [reader, elsewhere]) {
      await expect(api.as({ token }).get("/auth/me")).rejects.toThrow("not_signed_in");
    }
    await page.reload();
    await expect(page).toHaveURL("/profile");
  });

  test("downloads the data as one file", async ({ page, api, administrator, reader, enterAs }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    await enterAs(reader);
    await page.goto("/profile");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^my-library-data-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(data.user.email).toBe(reader.email);
    expect(data.borrowings[0].book.title).toBe(book.title);
  });
});

test.describe("a forgotten password", () => {
  test("refers the person to the desk when the library sends no mail", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByText("Email is not set up for this library.")).toBeVisible();
  });

  test("is replaced with a one-time link from an administrator", async ({
    page,
    api,
    reader,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(409);
    // A separate session, because a password link signs the person out of the current one.
    await enterAs(await api.signInToDemo("admin"));
    await page.goto(`/admin/users?user=${reader.id}`);
    await page.getByRole("main").getByRole("button", { name: "Password link" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("Link").inputValue();
    expect(link).toContain("/reset-password#token=");

    // The administrator is still signed in here, although the link belongs to another person.
    await page.goto(link);
    await expect(page).toHaveURL("/reset-password");
    await page.getByLabel("New password", { exact: true }).fill("Quieter2");
    await page.getByLabel("Confirm new password").fill("Quieter3");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await page.getByLabel("Confirm new password").fill("Quieter2");
    await page.getByRole("button", { name: "Set password" }).click();
    await expectToast(page, "Password updated successfully");
    await expect(page).toHaveURL("/login");
    await expect(api.as(reader).get("/auth/me")).rejects.toThrow("not_signed_in");
    await signIn(page, { email: reader.email, password: "Quieter2" });

    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("Quieter4");
    await page.getByLabel("Confirm new password").fill("Quieter4");
    await page.getByRole("button", { name: "Set password" }).click();
    await expectBanner(page, "This link has expired or was already used.");
  });
});

newcomer.describe("mail settings", () => {
  newcomer("set up mail, send a test, and receive a password link", async ({ page, api }) => {
    const mail = await startMailServer();
    const administrator = await api.signInToDemo("admin");
    const { demo } = await api.library();
    await signIn(page, demo?.admin ?? { email: "", password: "" });
    await page.goto("/admin/settings/mail");
    const main = page.getByRole("main");
    await expect(main.getByText("Email is not set up.")).toBeVisible();
    await main.getByRole("textbox", { name: "Mail server" }).fill("127.0.0.1");
    await main.getByLabel("Security").selectOption("None, for a server on this machine");
    await expect(main.getByLabel("Port")).toHaveValue("25");
    await main.getByLabel("Port").fill(String(mail.port));
    await main.getByLabel("Sender address").fill("desk@library.example");
    await main.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Email settings saved");
    await main.getByRole("button", { name: "Send test email" }).click();
    await expect(
      main.getByText(`A test email is being sent to ${administrator.email}.`),
    ).toBeVisible();
    expect((await mail.letterTo(administrator.email)).text).toContain("Library");

    const reader = await api.registerStudent();
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(reader.email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
    const { text } = await mail.letterTo(reader.email);
    const link = /http\S+#token=\S+/.exec(text)?.[0] ?? "";
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("Quieter2");
    await page.getByLabel("Confirm new password").fill("Quieter2");
    await page.getByRole("button", { name: "Set password" }).click();
    await expectToast(page, "Password updated successfully");
    await signIn(page, { email: reader.email, password: "Quieter2" });
    await mail.stop();
  });
});
