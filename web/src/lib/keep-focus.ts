import { useCallback, useEffect, useRef } from "react";

/**
 * Remembers where in a list somebody is, before what they press changes the list. The returned
 * function answers who gets the focus when the control has gone: its entry, else the entry that
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

/** Gives the focus to a place if nothing has it; the browser leaves it with the body then. */
export function restoreFocus(place: () => HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  place()?.focus({ preventScroll: true });
}

/**
 * For a control of an entry that may go away with what it does: call the returned function when it
 * is pressed, and the focus goes on from there when the component has gone.
 */
export function useKeptFocus(): (control: HTMLElement) => void {
  const place = useRef<(() => HTMLElement | null) | null>(null);
  useEffect(
    () => () => {
      const remembered = place.current;
      // A frame later the list is as it will be, and a dialog has given the focus back.
      if (remembered) requestAnimationFrame(() => restoreFocus(remembered));
    },
    [],
  );
  return useCallback((control) => {
    place.current = rememberPlace(control);
  }, []);
}
