import shortcuts from "./shortcuts.json";

/** The German texts of the list of keyboard shortcuts, which are fetched with it. */
export const forShortcuts = { shortcuts };
