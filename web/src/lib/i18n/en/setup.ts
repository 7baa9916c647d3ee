import setup from "./setup.json";

/** The English texts of the setup of a new library. */
export const forSetup = { setup };
