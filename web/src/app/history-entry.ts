/**
 * Gives the page's entry in the browser's history a key of its own, unless it has one. Without it the router names every
 * page that is opened by its address `default`, and scrolls a new one to where the one before was left. A reload and
 * Back find the key again.
 */
export function keyHistoryEntry(): void {
  const state: unknown = window.history.state;
  const facts = typeof state === "object" && state !== null ? state : {};
  if ("key" in facts) return;
  window.history.replaceState({ ...facts, key: crypto.randomUUID().slice(0, 8) }, "");
}
