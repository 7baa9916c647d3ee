/** Possible duplicates; they are books as staff manage them. */
export const duplicateKeys = {
  lists: ["admin", "books", "duplicates", "list"] as const,
  list: (query: object) => ["admin", "books", "duplicates", "list", query] as const,
  merges: (query: object) => ["admin", "books", "merges", query] as const,
  searches: ["admin", "books", "duplicates", "searches"] as const,
  /** Not among the books: merged books cannot be compared again, and the server refuses a merge of changed ones. */
  preview: (kept: string, form: object) => ["admin", "merge-preview", kept, form] as const,
};
