let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the sheet of shortcuts, from wherever. */
export function openShortcutSheet(): void {
  set(true);
}

export function closeShortcutSheet(): void {
  set(false);
}

export function isShortcutSheetOpen(): boolean {
  return open;
}

/** For `useSyncExternalStore`. */
export function onShortcutSheet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
