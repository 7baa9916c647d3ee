import { personalKey } from "@/lib/personal-storage.ts";

/** The maximum number of stored searches. */
const MOST = 6;

/** The key in local storage: each person has their own searches. They are removed when a session ends. */
function storageKey(userId: string): string {
  return personalKey("searches", userId);
}

/** The recent searches of the person in this browser, the latest first. */
export function recentSearches(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((text): text is string => typeof text === "string").slice(0, MOST);
  } catch {
    // The stored value is invalid.
    return [];
  }
}

/** Stores a search. Returns the stored searches. */
export function rememberSearch(userId: string, text: string): string[] {
  const search = text.trim();
  if (search === "") return recentSearches(userId);
  return keep(userId, [search, ...without(recentSearches(userId), search)]);
}

/** Removes a search. Returns the stored searches. */
export function forgetSearch(userId: string, text: string): string[] {
  return keep(userId, without(recentSearches(userId), text));
}

function without(searches: readonly string[], text: string): string[] {
  const same = (a: string, b: string) =>
    a.localeCompare(b, undefined, { sensitivity: "base" }) === 0;
  return searches.filter((search) => !same(search, text));
}

function keep(userId: string, searches: readonly string[]): string[] {
  const kept = searches.slice(0, MOST);
  if (kept.length === 0) localStorage.removeItem(storageKey(userId));
  else localStorage.setItem(storageKey(userId), JSON.stringify(kept));
  return kept;
}
