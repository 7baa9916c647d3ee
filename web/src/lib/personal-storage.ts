/** The prefixes of the keys in local storage for data of one person. */
const PREFIXES = {
  activity: "activity:",
  language: "language:",
  searches: "searches:",
} as const;

/** The key in local storage for data of one person. */
export function personalKey(kind: keyof typeof PREFIXES, userId: string): string {
  return `${PREFIXES[kind]}${userId}`;
}

/**
 * Removes the data of all persons from this browser. On a shared computer, the next person must not see, for example,
 * the searches of another. Settings of the device, such as the theme, are kept.
 */
export function removePersonalData(): void {
  const prefixes = Object.values(PREFIXES);
  for (const key of Object.keys(localStorage)) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
  }
}
