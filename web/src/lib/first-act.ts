/** What shows that a person uses the page. */
const SIGNS = ["pointermove", "touchstart", "keydown", "wheel"] as const;

/** Milliseconds after which the task runs without an act: later the connection may be lost. */
const LATEST_MS = 15_000;

let hasActed = false;

/**
 * Runs a task when the person has first moved the pointer, touched the page or pressed a key: for code that is needed only
 * afterwards.
 *
 * @returns a function that cancels it
 */
export function whenActed(task: () => void): () => void {
  if (hasActed) {
    task();
    return () => {};
  }
  const cancel = () => {
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, run, { capture: true });
  };
  const run = () => {
    hasActed = true;
    cancel();
    task();
  };
  const timer = setTimeout(run, LATEST_MS);
  for (const sign of SIGNS) window.addEventListener(sign, run, { capture: true, passive: true });
  return cancel;
}
