import { type RefObject, useEffect, useState } from "react";
import { whenActed } from "./first-act.ts";

/**
 * Whether a part far down the page is to be fetched: once it is in view, or the person begins to use the page. Until then
 * the first part of the page has the connection for itself.
 */
export function useWanted(part: RefObject<Element | null>): boolean {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (wanted || !element) return;
    const want = () => setWanted(true);
    const cancel = whenActed(want);
    if (!("IntersectionObserver" in window)) {
      want();
      return cancel;
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) want();
    });
    observer.observe(element);
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [part, wanted]);
  return wanted;
}
