/**
 * The optional texts of one line in the record of a book: in the editor, on the book's page and in the audit log, each
 * with the same name, `books.lines`.
 */
export const BOOK_LINES = ["publisher", "editionStatement"] as const;

export type BookLine = (typeof BOOK_LINES)[number];

/** The lines that the page of a book shows as unknown when they are empty. It leaves out other empty lines. */
export const EXPECTED_LINES: ReadonlySet<BookLine> = new Set(["publisher"]);
