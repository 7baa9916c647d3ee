/**
 * Remembers where in a list somebody is, before what they press changes the list. The returned
 * function puts the focus back if it was lost: into the same entry if that is still there, else
 * into the one that took its place.
 *
 * @param control within a row or an item
 */
export function rememberPlace(control: Element): () => void {
  const entry = control.closest("tr, li");
  const neighbours = [entry, entry?.nextElementSibling, entry?.previousElementSibling];
  return () => {
    if (control.isConnected || !focusIsLost()) return;
    for (const place of neighbours) {
      const target = place?.isConnected
        ? place.querySelector<HTMLElement>("a[href], button")
        : null;
      if (target) return target.focus({ preventScroll: true });
    }
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  };
}

/** The browser gives the focus to the body when its element goes away. */
function focusIsLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
