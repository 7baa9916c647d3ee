import apiDocs from "./api-docs.json";

/** The German texts of the page that explains the API. */
export const texts = { apiDocs };
