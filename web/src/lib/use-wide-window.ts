import { useSyncExternalStore } from "react";

/** Where the columns beside a list begin, as `lg` of the styles. */
const WIDE = "(width >= 64rem)";

/** Whether the window has room for columns beside a list. Only for what costs a call; styles hide what is only markup. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
