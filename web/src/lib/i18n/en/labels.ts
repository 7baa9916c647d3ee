import labels from "./labels.json";

/** The English texts of labels and library cards. */
export const texts = { labels };
