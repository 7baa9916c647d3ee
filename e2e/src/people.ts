import { expect, type Locator, type Page } from "@playwright/test";
import type { Credentials } from "./api.ts";

/** Signs in through the login screen and waits for the dashboard. */
export async function signIn(page: Page, who: Credentials): Promise<void> {
  await page.goto("/login");
  await fillInLogin(page, who);
  await expect(page).toHaveURL("/dashboard");
}

/** Fills in and submits the login form of the open page. */
export async function fillInLogin(page: Page, who: Credentials): Promise<void> {
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
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

/** The navigation: the bar, or on a phone the mobile menu, which is opened. */
export async function openNavigation(page: Page): Promise<Locator> {
  if (!isNarrow(page)) return page.getByRole("banner");
  await page.getByRole("button", { name: "Open menu" }).click();
  return page.getByRole("dialog", { name: "Menu" });
}

/** Follows a link of the navigation. */
export async function navigate(page: Page, link: string): Promise<void> {
  const navigation = await openNavigation(page);
  await navigation.getByRole("link", { name: link, exact: true }).click();
}

/** Follows a link of the Admin menu and waits for its screen; the mobile menu has these links without an Admin menu. */
export async function navigateAsAdmin(page: Page, link: string): Promise<void> {
  if (isNarrow(page)) {
    await navigate(page, link);
  } else {
    await page.getByRole("banner").getByRole("button", { name: "Admin", exact: true }).click();
    await page.getByRole("menuitem", { name: link }).click();
  }
  // The next steps must not match the search box and the names on the previous screen.
  await expect(page.getByRole("heading", { level: 1, name: link, exact: true })).toBeVisible();
}

/** Opens the menu with the person's name, email and student ID, and returns its element. */
export async function openUserMenu(page: Page): Promise<Locator> {
  if (isNarrow(page)) return openNavigation(page);
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Account menu: / })
    .click();
  return page.getByRole("menu");
}

/** Chooses an entry of the user menu; the mobile menu shows them as links and buttons. */
export async function chooseFromUserMenu(page: Page, entry: string): Promise<void> {
  const menu = await openUserMenu(page);
  await menu
    .getByRole("menuitem", { name: entry })
    .or(menu.getByRole("link", { name: entry }))
    .or(menu.getByRole("button", { name: entry }))
    .click();
}
