import bulkEdits from "./bulk-edits.json";
import imports from "./imports.json";

/** The German texts of imports and bulk edits of books. */
export const texts = { bulkEdits, imports };
