/** The beginnings of the keys in local storage under which data of one person are stored. */
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
 * Removes the data of all persons from this browser. A shared computer must not show to the next person
 * what another one searched for. Settings of the device, such as the theme, stay.
 */
export function removePersonalData(): void {
  const prefixes = Object.values(PREFIXES);
  for (const key of Object.keys(localStorage)) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
  }
}
