import setup from "./setup.json";

/** The German texts of the set-up of a new library. */
export const texts = { setup };
