import duplicates from "./duplicates.json";

/** The English texts of duplicate books and their merge. */
export const texts = { duplicates };
