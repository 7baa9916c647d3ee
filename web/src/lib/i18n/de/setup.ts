import setup from "./setup.json";

/** The German texts of the setup of a new library. */
export const forSetup = { setup };
