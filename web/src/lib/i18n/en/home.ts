import home from "./home.json";

/** The English texts of the home page. */
export const forHome = { home };
