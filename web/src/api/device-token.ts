/**
 * The token of this browser, from the response to a sign-in. It is kept after the sign-out: with it, failed sign-ins
 * elsewhere do not delay people who have signed in here before. It grants no access.
 */

const DEVICE_TOKEN_KEY = "deviceToken";

/** The stored token, or undefined on a browser without sign-ins. */
export function storedDeviceToken(): string | undefined {
  return localStorage.getItem(DEVICE_TOKEN_KEY) ?? undefined;
}

export function storeDeviceToken(token: string): void {
  localStorage.setItem(DEVICE_TOKEN_KEY, token);
}
