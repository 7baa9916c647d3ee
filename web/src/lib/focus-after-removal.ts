/**
 * Records the place of a control in a list before its action changes the list. The returned
 * function returns the element to focus when the control has been removed: its entry, else the entry that
 * took its place, else the page's heading.
 *
 * @param control within a row or an item
 */
export function rememberPlace(control: HTMLElement): () => HTMLElement | null {
  const entry = control.closest("tr, li");
  const places = [entry, entry?.nextElementSibling, entry?.previousElementSibling];
  return () => {
    for (const place of places) {
      const target = place?.isConnected
        ? place.querySelector<HTMLElement>("a[href], button")
        : null;
      if (target) return target;
    }
    return document.querySelector<HTMLElement>("main h1");
  };
}

/** Focuses an element if no other has the focus, in which case the browser reports the body. */
export function restoreFocus(place: () => HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  place()?.focus({ preventScroll: true });
}
