import type { TextKey } from "./i18n/index.ts";

/** Milliseconds within which the second key of a chord must follow the first. */
const CHORD_MS = 1_500;

/** The key in local storage that turns single-letter shortcuts off. */
const STORAGE_KEY = "shortcuts";

const listeners = new Set<() => void>();

/** Whether single-letter shortcuts are on; they are until the person turns them off. */
export function shortcutsEnabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== "off";
}

export function enableShortcuts(enabled: boolean): void {
  if (enabled) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, "off");
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function onShortcutsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The action of each key or chord, written `?` or `g d`. */
export type Bindings = ReadonlyMap<string, () => void>;

/** A shortcut of the current screen, besides those of every page. */
export interface ScreenShortcut {
  key: string;
  /** Its name in the list of shortcuts. */
  label: TextKey;
  run: () => void;
}

const ofScreen = new Set<() => readonly ScreenShortcut[]>();

/**
 * Adds shortcuts while a part of a screen is mounted.
 *
 * @returns a function that removes them
 */
export function addScreenShortcuts(shortcuts: () => readonly ScreenShortcut[]): () => void {
  ofScreen.add(shortcuts);
  return () => ofScreen.delete(shortcuts);
}

/** The shortcuts of the current screen. */
export function screenShortcuts(): readonly ScreenShortcut[] {
  return [...ofScreen].flatMap((shortcuts) => shortcuts());
}

/**
 * Listens for keys and chords on the whole page. Inactive in text fields, while a dialog or a menu is open, with a
 * modifier held, and when single letters are turned off.
 *
 * @param now a monotonic clock in milliseconds
 * @returns a function that stops it
 */
export function listenForShortcuts(
  bindings: () => Bindings,
  now: () => number = () => performance.now(),
): () => void {
  let first: { key: string; at: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!shortcutsEnabled() || isTyping(event.target) || somethingIsOpen()) return;
    const pending = first && now() - first.at <= CHORD_MS ? first.key : null;
    first = null;
    const chord = pending === null ? event.key : `${pending} ${event.key}`;
    const action = bindings().get(chord) ?? screenShortcuts().find(({ key }) => key === chord)?.run;
    if (action) {
      event.preventDefault();
      action();
    } else if (startsChord(event.key, bindings())) {
      first = { key: event.key, at: now() };
    }
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/**
 * Listens for Ctrl K, or ⌘ K, on the whole page: also in text fields, but not while a dialog or a menu is open. It also
 * works when single letters are turned off.
 *
 * @returns a function that stops it
 */
export function listenForSearchKey(action: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return;
    if (event.ctrlKey === event.metaKey || event.key.toLowerCase() !== "k") return;
    // Suppresses the browser's own search, even if there is nothing to open.
    event.preventDefault();
    if (!somethingIsOpen()) action();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

function startsChord(key: string, bindings: Bindings): boolean {
  return [...bindings.keys()].some((chord) => chord.startsWith(`${key} `));
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target.matches("input:not([type=checkbox], [type=radio], [type=button])");
}

function somethingIsOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
