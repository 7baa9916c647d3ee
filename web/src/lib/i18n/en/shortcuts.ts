import shortcuts from "./shortcuts.json";

/** The English texts of the list of keyboard shortcuts, which are fetched with it. */
export const forShortcuts = { shortcuts };
