import { expect, type Page } from "@playwright/test";
import type { Credentials } from "./api.ts";

/** Signs in through the login screen and waits for the dashboard. */
export async function signIn(page: Page, who: Credentials): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/dashboard");
}

/** Signs out through the user menu and waits for the home page. */
export async function signOut(page: Page): Promise<void> {
  await chooseFromUserMenu(page, "Sign Out");
  await expect(page).toHaveURL("/");
}

/** Whether the navigation is behind the menu button, as on a phone. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? Number.POSITIVE_INFINITY) < 1024;
}

/** Follows a link of the navigation, by way of the mobile menu on a phone. */
export async function navigate(page: Page, link: string): Promise<void> {
  await openMobileMenu(page);
  await page.getByRole("link", { name: link, exact: true }).first().click();
}

/** Opens the Admin menu and follows one of its links; the mobile menu shows them without one. */
export async function navigateAsAdmin(page: Page, link: string): Promise<void> {
  if (isNarrow(page)) {
    await navigate(page, link);
  } else {
    await page.getByRole("banner").getByRole("button", { name: "Admin", exact: true }).click();
    await page.getByRole("menuitem", { name: link }).click();
  }
}

/** Chooses an entry of the user menu; the mobile menu shows them without one. */
export async function chooseFromUserMenu(page: Page, entry: string): Promise<void> {
  if (isNarrow(page)) {
    await openMobileMenu(page);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: entry })
      .or(page.getByRole("dialog").getByRole("link", { name: entry }))
      .click();
  } else {
    await openUserMenu(page);
    await page.getByRole("menuitem", { name: entry }).click();
  }
}

/** Opens the menu with the person's name, email and student ID. */
export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
}

/** Opens the mobile menu where there is one. */
export async function openMobileMenu(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole("button", { name: "Open menu" }).click();
}
