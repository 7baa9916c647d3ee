import apiDocs from "./api-docs.json";

/** The English texts of the page that explains the API, which anybody may come to see. */
export const forApiDocs = { apiDocs };
