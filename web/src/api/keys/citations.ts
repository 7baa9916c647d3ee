/** References to books, which few people open. */
export const citationKeys = { of: (bookId: string) => ["books", "citations", bookId] as const };
