import reports from "./reports.json";

/** The German texts of the administrators' charts. */
export const texts = { reports };
