import addByIsbn from "./add-by-isbn.json";
import bulkEdits from "./bulk-edits.json";
import duplicates from "./duplicates.json";
import headings from "./headings.json";
import imports from "./imports.json";

/** The English texts of imports, adding books by ISBN, bulk edits, duplicates of books, categories and subjects. */
export const texts = { addByIsbn, bulkEdits, duplicates, headings, imports };
