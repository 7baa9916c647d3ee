/** Milliseconds after which it is done even if the page never comes to rest. */
const PATIENCE_MS = 2_000;

/**
 * Does something that can wait once the page has come to rest.
 *
 * @returns the way to leave it undone
 */
export function whenIdle(action: () => void): () => void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(action, PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(action, { timeout: PATIENCE_MS });
  return () => window.cancelIdleCallback(handle);
}
