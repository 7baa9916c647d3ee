import shortcuts from "./shortcuts.json";

/** The English texts of the list of keyboard shortcuts, fetched with the list. */
export const texts = { shortcuts };
