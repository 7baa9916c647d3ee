import savedSearches from "./saved-searches.json";

/** The English texts of saved searches. */
export const texts = { savedSearches };
