/**
 * The optional one-line texts of a book's record. The editor, the book's page and the audit log use the same labels,
 * `books.lines`.
 */
export const BOOK_LINES = ["publisher", "editionStatement"] as const;

export type BookLine = (typeof BOOK_LINES)[number];

/** The lines that the page of a book shows as unknown if they are empty. It omits other empty lines. */
export const EXPECTED_LINES: ReadonlySet<BookLine> = new Set(["publisher"]);
