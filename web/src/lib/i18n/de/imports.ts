import bulkEdits from "./bulk-edits.json";
import duplicates from "./duplicates.json";
import imports from "./imports.json";

/** The German texts of imports, bulk edits and duplicates of books. */
export const texts = { bulkEdits, duplicates, imports };
