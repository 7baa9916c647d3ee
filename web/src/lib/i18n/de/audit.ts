import audit from "./audit.json";

/** The German texts of the audit log. */
export const texts = { audit };
