/** The possible choices; `system` follows the operating system and is the default. */
export type ThemeChoice = "system" | "light" | "dark";

/** The key in local storage; `public/theme.js` reads the same one before the first paint. */
const STORAGE_KEY = "theme";

const GROUND = { light: "#FBFAF7", dark: "#12141A" } as const;

const listeners = new Set<() => void>();

function isChoice(value: string | null): value is ThemeChoice {
  return value === "system" || value === "light" || value === "dark";
}

function systemPrefersDark(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}

/** The stored choice, or `system`. */
export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isChoice(stored) ? stored : "system";
}

/** Stores the choice, applies it at once and notifies every subscriber. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, choice);
  showTheme();
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: calls back when the choice changes. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the page in the system's theme while the choice is `system`. Call once at start. */
export function followSystemTheme(): void {
  systemPrefersDark().addEventListener("change", showTheme);
}

function showTheme(): void {
  const choice = themeChoice();
  const shown = choice === "system" ? (systemPrefersDark().matches ? "dark" : "light") : choice;
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", GROUND[shown]);
}
