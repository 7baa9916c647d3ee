/**
 * The token of this browser, which a sign-in answers with. It stays when somebody signs out: with it, strangers' failed
 * sign-ins do not delay those of people who have signed in here before. It opens nothing.
 */

const DEVICE_TOKEN_KEY = "deviceToken";

/** The stored token, or undefined on a browser without sign-ins. */
export function storedDeviceToken(): string | undefined {
  return localStorage.getItem(DEVICE_TOKEN_KEY) ?? undefined;
}

export function storeDeviceToken(token: string): void {
  localStorage.setItem(DEVICE_TOKEN_KEY, token);
}
