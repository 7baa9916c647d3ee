import { expect, type Locator, type Page } from "@playwright/test";
import type { Book } from "./api.ts";
import { literally } from "./texts.ts";

/** A part of a screen with this heading. */
export function section(page: Page, heading: string | RegExp): Locator {
  return page.getByRole("region", { name: heading });
}

/** The entry of a list, a grid or a table with this title. */
export function entryOf(within: Page | Locator, title: string): Locator {
  return within
    .getByRole("article")
    .or(within.getByRole("listitem"))
    .or(within.getByRole("row"))
    .filter({ hasText: title })
    .last();
}

/** The entry of a table with its actions visible: on phones they are folded at first. */
export async function unfold(entry: Locator): Promise<Locator> {
  await expect(entry).toBeVisible();
  const button = entry.getByRole("button", { name: "Show details" });
  if (await button.isVisible()) await button.click();
  return entry;
}

function toasts(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" });
}

/** Expects a toast with exactly this message; its other lines do not matter. */
export async function expectToast(page: Page, text: string): Promise<void> {
  // Two actions of the same kind have a toast each.
  await expect(toasts(page).getByText(text, { exact: true }).first()).toBeVisible();
}

/** The toast with exactly this message about one book. */
export function toastAbout(page: Page, text: string, { title }: Pick<Book, "title">): Locator {
  return toasts(page).getByRole("group", { name: text, exact: true }).filter({ hasText: title });
}

/** Dismisses the only toast with this message: one with a button would cover a part of the page for ten seconds. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const dismiss = toasts(page).getByRole("button", { name: `Dismiss: ${text}`, exact: true });
  await dismiss.click();
  await expect(dismiss).toHaveCount(0);
}

/** Expects a banner with this text that screen readers announce at once. */
export async function expectBanner(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: text })).toBeVisible();
}

/** Expects the field to be marked as invalid, with this message as its description. */
export async function expectFieldError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(literally(message));
}

/** Types into the search of the books screen and waits until the address contains it. */
export async function searchBooks(page: Page, text: string): Promise<void> {
  await page.getByRole("main").getByRole("searchbox").fill(text);
  await expect.poll(() => new URL(page.url()).searchParams.get("search") ?? "").toBe(text);
}

/** Opens the screen of a book and waits for its title. */
export async function openBook(page: Page, book: Pick<Book, "_id" | "title">): Promise<void> {
  await page.goto(`/books/${book._id}`);
  await expect(page.getByRole("heading", { level: 1, name: book.title })).toBeVisible();
}
