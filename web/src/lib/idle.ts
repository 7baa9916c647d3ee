/** Milliseconds in which a page fetches what it shows; on a slow connection, deferred work would take its place. */
const FIRST_MS = 3_000;
/** Milliseconds after which the task then runs even if the page is never idle. */
const IDLE_TIMEOUT_MS = 2_000;

/**
 * Runs a deferred task once the page is there and idle.
 *
 * @returns a function that cancels it
 */
export function whenIdle(action: () => void): () => void {
  let handle: number | null = null;
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) {
      handle = window.requestIdleCallback(action, { timeout: IDLE_TIMEOUT_MS });
    } else action();
  }, FIRST_MS);
  return () => {
    clearTimeout(timer);
    if (handle !== null) window.cancelIdleCallback(handle);
  };
}
