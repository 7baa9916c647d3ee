import record from "./record.json";

/** The English texts of the details of a book, on its page, in its editor and in the audit log. */
export const texts = { record };
