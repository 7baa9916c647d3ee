/**
 * Gives the page's entry in the browser history its own key, unless it has one. Otherwise the router uses the key
 * `default` for every page that is opened by its address, and restores the scroll position of the previous one. A
 * reload and Back keep the key.
 */
export function keyHistoryEntry(): void {
  const state: unknown = window.history.state;
  const facts = typeof state === "object" && state !== null ? state : {};
  if ("key" in facts) return;
  window.history.replaceState({ ...facts, key: crypto.randomUUID().slice(0, 8) }, "");
}
