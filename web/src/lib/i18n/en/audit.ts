import audit from "./audit.json";

/** The English texts of the audit log. */
export const texts = { audit };
