import reports from "./reports.json";

/** The English texts of the administrators' charts. */
export const texts = { reports };
