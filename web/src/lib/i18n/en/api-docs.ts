import apiDocs from "./api-docs.json";

/** The English texts of the page that explains the API. */
export const texts = { apiDocs };
