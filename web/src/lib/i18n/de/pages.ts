import notFound from "./not-found.json";
import pages from "./pages.json";

/** The German texts of the public pages, and of the one for an unknown address; they are fetched with them. */
export const forPages = { notFound, pages };
