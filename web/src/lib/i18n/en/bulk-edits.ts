import bulkEdits from "./bulk-edits.json";

/** The English texts of changes of many books. */
export const texts = { bulkEdits };
