/** The open state of a panel that any part of the page may open. */
export interface OpenState {
  open: () => void;
  close: () => void;
  isOpen: () => boolean;
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
}

export function openState(): OpenState {
  let open = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    open = next;
    for (const listener of listeners) listener();
  };
  return {
    open: () => set(true),
    close: () => set(false),
    isOpen: () => open,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
