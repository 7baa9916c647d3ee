import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

interface LiveRegionProps {
  /** Announced when it changes. The region must exist before its first text. */
  children: ReactNode;
  /** Interrupts the screen reader: for errors only. */
  assertive?: boolean;
}

/** Announces a change to screen readers without showing it. */
export function LiveRegion({ children, assertive = false }: LiveRegionProps) {
  return (
    <div className="sr-only" aria-live={assertive ? "assertive" : "polite"} aria-atomic="true">
      {children}
    </div>
  );
}

/** The first element in the Tab order: a link that skips the bar. */
export function SkipLink({ target }: { target: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={`#${target}`}
      className="sr-only rounded-control bg-primary-fill px-4 py-2 font-medium text-md text-on-primary focus:not-sr-only focus:fixed focus:start-4 focus:top-3 focus:z-60"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {t("nav.skip")}
    </a>
  );
}

/**
 * After a navigation to another path: announces the page's title and moves the focus to its h1, as a page load would.
 * Changes of the query (filters, pages, tabs) do not move the focus.
 */
export function RouteAnnouncer({ path }: { path: string }) {
  const [title, setTitle] = useState("");
  const shown = useRef(path);
  // Runs before the page is painted: later it could take the focus from a field in use.
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const focusHeading = () => {
      const heading = document.querySelector<HTMLElement>("main h1:not([data-waiting])");
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      setTitle(document.title);
      return true;
    };
    if (focusHeading()) return;
    // The page's code or data is still loading: wait for its heading (not for its placeholder).
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [path]);
  return <LiveRegion>{title}</LiveRegion>;
}
