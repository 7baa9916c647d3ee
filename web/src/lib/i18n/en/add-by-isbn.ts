import addByIsbn from "./add-by-isbn.json";

/** The English texts of adding books by ISBN. */
export const texts = { addByIsbn };
