/**
 * Remembers where in a list somebody is, before what they press changes the list. The returned
 * function answers who gets the focus afterwards: the same control if it is still there, else its
 * entry, else the entry that took its place, else the page's heading.
 *
 * @param control within a row or an item
 */
export function rememberPlace(control: HTMLElement): () => HTMLElement | null {
  const entry = control.closest("tr, li");
  const places = [entry, entry?.nextElementSibling, entry?.previousElementSibling];
  return () => {
    if (control.isConnected) return control;
    for (const place of places) {
      const target = place?.isConnected
        ? place.querySelector<HTMLElement>("a[href], button")
        : null;
      if (target) return target;
    }
    return document.querySelector<HTMLElement>("main h1");
  };
}

/** Gives the focus to a place if nothing has it; the browser leaves it with the body then. */
export function restoreFocus(place: () => HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  place()?.focus({ preventScroll: true });
}
