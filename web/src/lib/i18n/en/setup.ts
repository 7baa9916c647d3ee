import setup from "./setup.json";

/** The English texts of setting a new library up, which happens once. */
export const forSetup = { setup };
