/** Queries of visitors, besides those of the catalogue. */
export const setupKeys = { link: (token: string) => ["setup", token] as const };

export const apiDocumentKeys = { document: ["openapi"] as const };
