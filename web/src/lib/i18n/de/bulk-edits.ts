import bulkEdits from "./bulk-edits.json";

/** The German texts of changes of many books. */
export const texts = { bulkEdits };
