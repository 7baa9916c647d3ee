import addByIsbn from "./add-by-isbn.json";
import bulkEdits from "./bulk-edits.json";
import duplicates from "./duplicates.json";
import imports from "./imports.json";

/** The English texts of imports, adding books by ISBN, bulk edits and duplicates of books. */
export const texts = { addByIsbn, bulkEdits, duplicates, imports };
