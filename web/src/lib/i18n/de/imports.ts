import addByIsbn from "./add-by-isbn.json";
import bulkEdits from "./bulk-edits.json";
import imports from "./imports.json";

/** The German texts of adding books by ISBN, of imports and of bulk edits. */
export const texts = { addByIsbn, bulkEdits, imports };
