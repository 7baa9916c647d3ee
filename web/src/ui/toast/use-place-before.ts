import { type FocusEvent, useEffect, useMemo } from "react";
import { rememberPlace } from "@/lib/focus-after-removal.ts";

interface Place {
  element: HTMLElement;
  entry: () => HTMLElement | null;
}

/** Records the focus before it enters the toasts, so that it can return there. */
export function usePlaceBefore() {
  const place = useMemo(() => {
    // The last element outside the toasts that had the focus. It may be gone when the focus enters the toasts: an act
    // with a toast often removes its button.
    let last: Place | null = placeOf(document.activeElement);
    let before: Place | null = null;
    return {
      record(target: EventTarget | null): void {
        last = placeOf(target) ?? last;
      },
      /** For the `onFocus` of the element that contains the toasts. */
      remember({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
        if (currentTarget.contains(relatedTarget)) return;
        before = placeOf(relatedTarget) ?? last;
      },
      /** The element that had the focus; if it is gone, its list entry or the heading of the page. */
      find(): HTMLElement | null {
        if (before?.element.isConnected) return before.element;
        return before ? before.entry() : heading();
      },
    };
  }, []);
  useEffect(() => {
    const onFocus = ({ target }: globalThis.FocusEvent) => place.record(target);
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [place]);
  return place;
}

function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof HTMLElement) || target === document.body) return null;
  if (target.closest("[data-toasts], [data-base-ui-focus-guard]")) return null;
  return { element: target, entry: rememberPlace(target) };
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}
