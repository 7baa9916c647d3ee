import { type FocusEvent, useMemo } from "react";
import { rememberPlace } from "@/lib/focus-after-removal.ts";

/** Records the focus before it enters the toasts, so that it can return there. */
export function usePlaceBefore() {
  return useMemo(() => {
    let before: HTMLElement | null = null;
    let itsEntry = heading;
    return {
      /** For the `onFocus` of the element that contains the toasts. */
      remember({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
        if (currentTarget.contains(relatedTarget)) return;
        before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        itsEntry = before === null ? heading : rememberPlace(before);
      },
      /** The element that had the focus; if it is gone, its list entry or the heading of the page. */
      find(): HTMLElement | null {
        return before?.isConnected ? before : itsEntry();
      },
    };
  }, []);
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}
