/** Possible duplicates; they are books as staff manage them. */
export const duplicateKeys = {
  lists: ["admin", "books", "duplicates", "list"] as const,
  list: (query: object) => ["admin", "books", "duplicates", "list", query] as const,
  searches: ["admin", "books", "duplicates", "searches"] as const,
  previews: ["admin", "books", "duplicates", "preview"] as const,
  preview: (kept: string, form: object) =>
    ["admin", "books", "duplicates", "preview", kept, form] as const,
};
