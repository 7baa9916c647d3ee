import labels from "./labels.json";

/** The German texts of labels and library cards. */
export const texts = { labels };
