import type { TextKey } from "./i18n/index.ts";

/** Milliseconds within which the second key of a chord must follow the first. */
const CHORD_MS = 1_500;

/** The key in local storage under which single letters are switched off. */
const STORAGE_KEY = "shortcuts";

const listeners = new Set<() => void>();

/** Whether single letters do something; on until the person switches them off. */
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

/** What to do for each key or chord, written `?` or `g d`. */
export type Bindings = ReadonlyMap<string, () => void>;

/** A key of the screen in view, beside those of every page. */
export interface ScreenShortcut {
  key: string;
  /** Its name in the sheet of shortcuts. */
  label: TextKey;
  run: () => void;
}

const ofScreen = new Set<() => readonly ScreenShortcut[]>();

/**
 * Adds shortcuts for as long as a part of a screen is mounted.
 *
 * @returns a function that removes them
 */
export function addScreenShortcuts(shortcuts: () => readonly ScreenShortcut[]): () => void {
  ofScreen.add(shortcuts);
  return () => ofScreen.delete(shortcuts);
}

/** The shortcuts of the screen in view. */
export function screenShortcuts(): readonly ScreenShortcut[] {
  return [...ofScreen].flatMap((shortcuts) => shortcuts());
}

/**
 * Listens for keys and chords on the whole page. Inactive in text fields, while a dialog or a
 * menu is open, with a modifier held, and when single letters are switched off.
 *
 * @param now milliseconds that only go forward
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
 * Listens for Ctrl K, or ⌘ K, on the whole page: also in text fields, but not while a dialog
 * or a menu is open. Single letters being switched off does not matter to it.
 *
 * @returns a function that stops it
 */
export function listenForSearchKey(action: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return;
    if (event.ctrlKey === event.metaKey || event.key.toLowerCase() !== "k") return;
    // Not the browser's own search, even where there is nothing to open.
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
