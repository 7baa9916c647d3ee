/** What visitors ask for beside the catalogue. */
export const setupKeys = { link: (token: string) => ["setup", token] as const };

export const apiDocumentKeys = { document: ["openapi"] as const };
