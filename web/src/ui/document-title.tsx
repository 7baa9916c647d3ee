import { createContext, useContext, useLayoutEffect } from "react";

/** The name of the library, the last part of every page's title. */
export const SiteNameContext = createContext("");

/** Sets the title of the page, for the tab, the history and screen readers. One per screen. */
export function DocumentTitle({ title }: { title: string }) {
  const siteName = useContext(SiteNameContext);
  useLayoutEffect(() => {
    document.title = siteName ? `${title} · ${siteName}` : title;
  }, [title, siteName]);
  return null;
}
