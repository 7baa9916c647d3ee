/** The library's public details and texts. */
export const libraryKeys = {
  details: ["library"] as const,
  rules: ["library", "rules"] as const,
  home: ["home"] as const,
  pages: ["pages"] as const,
  page: (name: string) => ["pages", name] as const,
};
