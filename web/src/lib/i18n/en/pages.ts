import pages from "./pages.json";

/** The English texts of the public pages, which are fetched with them. */
export const forPages = { pages };
