import setup from "./setup.json";

/** The English texts of the set-up of a new library. */
export const texts = { setup };
