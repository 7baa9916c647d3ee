/** Parts of the page whose code could not be loaded, each with what loads it again. */
const failed = new Set<() => void>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * Offers to load a part again: the page shows that it is missing, with a button, and tries by itself once there is a
 * connection.
 *
 * @returns a function that withdraws the offer
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

/** Stops offering to load what is missing. */
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
