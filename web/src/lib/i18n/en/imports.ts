import imports from "./imports.json";

/** The English texts of imports of books. */
export const texts = { imports };
