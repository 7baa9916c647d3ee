/** What was added in this session of scans. */
export interface Added {
  key: number;
  bookId: string;
  title: string;
  /** The barcodes of the new copies. */
  barcodes: readonly string[];
  /** The ids of copies that were added to a book; null when the book itself is new. */
  copyIds: readonly string[] | null;
  /** What did not work after the book was added. */
  problem: string | null;
  isTakenBack: boolean;
}
