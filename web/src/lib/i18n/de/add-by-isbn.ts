import addByIsbn from "./add-by-isbn.json";

/** The German texts of adding books by ISBN. */
export const texts = { addByIsbn };
