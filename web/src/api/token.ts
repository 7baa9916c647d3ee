import { removePersonalData } from "@/lib/personal-storage.ts";

/** The key of the token in local storage. */
export const TOKEN_KEY = "token";

/** The stored token, or null without a session. */
export function storedToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

/** Ends the session in this browser: removes the token and all personal data. */
export function removeToken(): void {
  localStorage.removeItem(TOKEN_KEY);
  removePersonalData();
}
