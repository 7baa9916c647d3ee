/** Milliseconds after which the task runs even if the page is never idle. */
const IDLE_TIMEOUT_MS = 2_000;

/**
 * Runs a deferred task once the page is idle.
 *
 * @returns a function that cancels it
 */
export function whenIdle(action: () => void): () => void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(action, IDLE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(action, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(handle);
}
