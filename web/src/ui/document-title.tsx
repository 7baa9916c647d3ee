import { createContext, useContext, useLayoutEffect } from "react";

/** The name of the library, which ends every page's title. */
export const SiteNameContext = createContext("");

/** Names the page in the tab, in history and for screen readers. One a screen. */
export function DocumentTitle({ title }: { title: string }) {
  const siteName = useContext(SiteNameContext);
  useLayoutEffect(() => {
    document.title = siteName ? `${title} · ${siteName}` : title;
  }, [title, siteName]);
  return null;
}
