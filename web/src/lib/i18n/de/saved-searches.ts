import savedSearches from "./saved-searches.json";

/** The German texts of saved searches. */
export const texts = { savedSearches };
