import { type FocusEvent, useMemo } from "react";

/** Remembers where the focus was before it entered the toasts, so that it can go back there. */
export function usePlaceBefore() {
  return useMemo(() => {
    let before: EventTarget | null = null;
    return {
      /** For the `onFocus` of the element that contains the toasts. */
      remember({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
        if (!currentTarget.contains(relatedTarget)) before = relatedTarget;
      },
      /** The element that had the focus; the heading of the page if that element is gone. */
      find(): HTMLElement | null {
        return before instanceof HTMLElement && before.isConnected
          ? before
          : document.querySelector<HTMLElement>("main h1");
      },
    };
  }, []);
}
