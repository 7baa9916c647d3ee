import shortcuts from "./shortcuts.json";

/** The German texts of the list of keyboard shortcuts, fetched with the list. */
export const texts = { shortcuts };
