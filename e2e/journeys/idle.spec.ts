import type { Page } from "@playwright/test";
import { expect, test } from "../src/carrel.ts";
import { signIn } from "../src/people.ts";

/** The keys of everything that the browser stores about a person. */
const storedAbout = (page: Page, id: string) =>
  page.evaluate((id) => Object.keys(localStorage).filter((key) => key.endsWith(id)), id);

test.describe("an idle session", () => {
  test("ends after a warning, and the person's data is removed from the browser", async ({
    page,
    reader,
    consoleErrors,
  }) => {
    // The stream of changes may begin again in the moment in which the session ends.
    consoleErrors.expectStatus(401);
    await page.clock.install();
    await signIn(page, reader);
    await expect.poll(() => storedAbout(page, reader.id)).toEqual([`activity:${reader.id}`]);
    const question = page.getByRole("dialog", { name: "Are you still there?" });
    await page.clock.fastForward("53:30");
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Stay signed in" }).click();
    await expect(question).toBeHidden();
    await page.clock.fastForward("53:30");
    await expect(question).toBeVisible();
    await page.clock.fastForward("01:00");
    await expect(page).toHaveURL("/");
    await expect(
      page.getByText("You were signed out because the page was not used."),
    ).toBeVisible();
    expect(await storedAbout(page, reader.id)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });

  test("ends sooner on a shared computer, and when the last page is closed", async ({
    page,
    context,
    reader,
    administrator,
    enterAs,
  }) => {
    await enterAs(administrator);
    await page.goto("/admin/settings/security");
    await page.getByRole("checkbox", { name: "This computer is shared" }).check();
    await expect(page.getByText("This browser is marked as shared.")).toBeVisible();
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.close();

    const first = await context.newPage();
    await first.goto("/login");
    await expect(first.getByLabel("Email")).toBeVisible();
    await expect(first.getByRole("checkbox", { name: "Remember me" })).toHaveCount(0);
    await signIn(first, reader);
    // A second tab and a reload keep the session.
    const second = await context.newPage();
    const profile = second.getByRole("heading", { level: 1, name: "Profile" });
    await second.goto("/profile");
    await expect(profile).toBeVisible();
    await first.close();
    await second.reload();
    await expect(profile).toBeVisible();
    await expect(second).toHaveURL("/profile");
    await second.close();

    const next = await context.newPage();
    await next.goto("/profile");
    await expect(next).toHaveURL("/login");
    expect(await next.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });
});
