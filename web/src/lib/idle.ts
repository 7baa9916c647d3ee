/** Milliseconds that a page gets to fetch its data; on a slow connection, deferred work would delay it. */
const FIRST_MS = 3_000;
/** Further milliseconds after which the task runs even if the page is never idle. */
const IDLE_TIMEOUT_MS = 2_000;

/**
 * Runs a deferred task once the page is loaded and idle.
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
