import notFound from "./not-found.json";
import pages from "./pages.json";

/** The English texts of the public pages and of the page for an unknown address, fetched with those pages. */
export const texts = { notFound, pages };
