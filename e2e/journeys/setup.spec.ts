import { expect, firstStart } from "../src/carrel.ts";
import { expectAccessible, expectNoSidewaysScroll, settle } from "../src/looks.ts";
import { expectToast } from "../src/parts.ts";

const ADMINISTRATOR = { email: "ada@library.example", password: "Herons123" };

/** The civil date, in a zone, some days after an instant. */
function dayAfter(instant: string, days: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone });
  const day = new Date(`${format.format(new Date(instant))}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

firstStart(
  "the printed link sets up a new library, and a changed rule changes a due date",
  async ({ page, server, api, consoleErrors }) => {
    await page.goto("/");
    await expect(page).toHaveURL("/setup");
    await expect(
      page.getByRole("heading", { name: "This library is not set up yet" }),
    ).toBeVisible();

    const link = /Set this library up at (\S+)/.exec(server.log())?.[1] ?? "";
    expect(link).toContain("/setup#");
    consoleErrors.expectStatus(404);
    await page.goto(link.replace(/#.*/, "#an-older-link"));
    await page.reload();
    await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
    await page.goto(link);
    await page.getByLabel("Library name").fill("Town Library");
    await page.getByLabel("Time zone").fill("Europe/Prague");
    await settle(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Continue" }).click();

    // A reload keeps the step and the values of the earlier steps.
    await page.reload();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByLabel("Library name")).toHaveValue("Town Library");
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByRole("checkbox", { name: "Saturday" }).uncheck();
    await page.getByRole("checkbox", { name: "Sunday" }).uncheck();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Open the library" }).click();
    await expect(page.getByText("Full name is required")).toBeVisible();
    await page.getByLabel("Full name").fill("Ada Example");
    await page.getByLabel("Email").fill(ADMINISTRATOR.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByLabel("Confirm password").fill(ADMINISTRATOR.password);

    // The values are kept on the way back, also with the browser's Back button.
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("checkbox", { name: "Sunday" })).not.toBeChecked();
    await page.goBack();
    await expect(page.getByLabel("Full name")).toHaveValue("Ada Example");

    // Only the server knows common passwords; its refusal is shown beside the field.
    consoleErrors.expectStatus(422);
    await page.getByLabel("Password", { exact: true }).fill("Password123");
    await page.getByLabel("Confirm password").fill("Password123");
    await page.getByRole("button", { name: "Open the library" }).click();
    await expect(page.getByText("This password is too common")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByLabel("Confirm password").fill(ADMINISTRATOR.password);
    await page.getByRole("button", { name: "Open the library" }).click();
    await expectToast(page, "The library is open");
    await expect(page.getByRole("heading", { level: 1, name: "Add your books" })).toBeVisible();
    await page.getByRole("link", { name: "Go to the admin dashboard" }).click();
    await expect(page).toHaveURL("/admin");
    await expect(page.getByRole("banner")).toContainText("Town Library");
    const steps = page.getByRole("region", { name: "First steps" });
    await expect(steps).toContainText("0 of 6 done");
    await expect(steps.getByRole("link", { name: /^Add books/ })).toBeVisible();

    const administrator = await api.signIn(ADMINISTRATOR);
    const book = await api.as(administrator).addBook(2);
    await page.reload();
    await expect(steps).toContainText("1 of 6 done");
    const first = await api.registerStudent();
    const before = await api.as(first).borrow(book);
    expect(before.dueOn).toBe(dayAfter(before.borrowedDate, 14, "Europe/Prague"));

    await page.goto("/admin/settings");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Rules/ })
      .click();
    await page.getByLabel("Loan length (days)").fill("3");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Settings saved");
    const second = await api.registerStudent();
    const after = await api.as(second).borrow(book);
    expect(after.dueOn).toBe(dayAfter(after.borrowedDate, 3, "Europe/Prague"));

    // The link is no longer valid.
    await page.goto(link);
    await expect(page).toHaveURL("/dashboard");
  },
);

firstStart(
  "two administrators do not overwrite each other's settings",
  async ({ page, server, api, enterAs, consoleErrors }) => {
    consoleErrors.expectStatus(409);
    const token = /\/setup#(\S+)/.exec(server.log())?.[1] ?? "";
    await api.request("POST", "/setup", {
      token,
      libraryName: "Town Library",
      timeZone: "UTC",
      currency: "USD",
      closedWeekdays: [],
      name: "Ada Example",
      ...ADMINISTRATOR,
      confirmPassword: ADMINISTRATOR.password,
    });
    const administrator = await api.signIn(ADMINISTRATOR);
    await enterAs(administrator);
    await page.goto("/admin/settings/library");
    await page.getByLabel("Name", { exact: true }).fill("Mine");

    const asAdministrator = api.as(administrator);
    const stored = await asAdministrator.get<object>("/admin/settings/library");
    await asAdministrator.request("PUT", "/admin/settings/library", { ...stored, name: "Theirs" });

    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "Another administrator changed these settings",
    );
    await page.getByRole("button", { name: "Load latest version" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
  },
);
