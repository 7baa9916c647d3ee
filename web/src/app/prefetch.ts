import { matchPath } from "react-router";
import type { Declaration } from "@/lib/screens/declaration.ts";

type Fetch = () => Promise<unknown>;

const fetches = new Map<string, Fetch>();

/** Registers the function that fetches the code and the texts of a screen. */
export function canPrefetch({ path }: Declaration, fetch: Fetch): void {
  fetches.set(path, fetch);
}

/** Fetches the code and the texts of the screen at a path, which a person will probably open. */
async function prefetch(path: string): Promise<void> {
  if (path.startsWith("/admin")) await import("./staff-routes.ts");
  for (const [pattern, fetch] of fetches) {
    if (pattern !== "*" && matchPath(pattern, path)) await fetch();
  }
}

/** The events that show that a person will probably follow a link. */
const SIGNS = ["pointerover", "focusin", "touchstart"] as const;

/** Prefetches the screens of links that the pointer, the focus or a finger reaches. @returns a function that stops it */
export function prefetchOnIntent(): () => void {
  const seen = new Set<string>();
  const listen = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
    const path = link.pathname;
    if (seen.has(path) || savesData()) return;
    seen.add(path);
    // If it fails again when the link is followed, the failure is shown then.
    prefetch(path).catch(() => seen.delete(path));
  };
  for (const sign of SIGNS) document.addEventListener(sign, listen, { passive: true });
  return () => {
    for (const sign of SIGNS) document.removeEventListener(sign, listen);
  };
}

/** Whether the person has asked the browser to save data. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData ?? false;
}
