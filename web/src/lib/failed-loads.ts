/** The retry functions of the parts of the page whose code failed to load. */
const failed = new Set<() => void>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * Registers a part for a retry: the page shows that it is missing, with a button, and retries automatically once there
 * is a connection.
 *
 * @returns a function that unregisters it
 */
export function offerAgain(retry: () => void): () => void {
  failed.add(retry);
  changed();
  return () => {
    if (failed.delete(retry)) changed();
  };
}

/** Loads every missing part again. */
export function retryFailedLoads(): void {
  const retries = [...failed];
  failed.clear();
  changed();
  for (const retry of retries) retry();
}

/** Unregisters all missing parts. */
export function dismissFailedLoads(): void {
  failed.clear();
  changed();
}

export function hasFailedLoads(): boolean {
  return failed.size > 0;
}

/** For `useSyncExternalStore`. */
export function onFailedLoadsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
