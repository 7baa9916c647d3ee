import imports from "./imports.json";

/** The German texts of imports of books. */
export const texts = { imports };
