import { removePersonalData } from "@/lib/personal-storage.ts";

/** The key in local storage under which the token outlives the page. */
export const TOKEN_KEY = "token";

/** The stored token, or null without a session. */
export function storedToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

/** Ends the session in this browser: removes the token, and what is stored here about any person. */
export function removeToken(): void {
  localStorage.removeItem(TOKEN_KEY);
  removePersonalData();
}
