import duplicates from "./duplicates.json";

/** The German texts of duplicate books and their merge. */
export const texts = { duplicates };
