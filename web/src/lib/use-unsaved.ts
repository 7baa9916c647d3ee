import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

/**
 * Protects unsaved changes: while there are any, leaving the editor (by its buttons, a link, or Back) or the page needs
 * a confirmation.
 *
 * @param changed whether there are unsaved changes
 * @param name the name in the query that identifies the edited entry; other changes of the query
 *   do not leave the editor
 */
export function useUnsaved(changed: boolean, name: string) {
  const guarding = useRef(changed);
  useEffect(() => {
    guarding.current = changed;
  }, [changed]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const edited = ({ search }: { search: string }) => new URLSearchParams(search).get(name);
    const leaves =
      currentLocation.pathname !== nextLocation.pathname ||
      edited(currentLocation) !== edited(nextLocation);
    return guarding.current && leaves;
  });
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changed]);
  return {
    /** Whether the person is leaving and must confirm that the changes are discarded. */
    asking: blocker.state === "blocked",
    discard: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
    /** Call after saving, before leaving. */
    saved: () => {
      guarding.current = false;
    },
  };
}
