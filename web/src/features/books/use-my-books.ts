import { useMyBorrowings } from "@/api/queries/borrowings.ts";

/** The due dates of the person's borrowed books, by the book's id. */
export type MyBooks = ReadonlyMap<string, string>;

/** The person's borrowed books, so that lists can mark them; empty while loading. */
export function useMyBooks(): MyBooks {
  const { data = [] } = useMyBorrowings();
  return new Map(data.map(({ book, dueOn }) => [book._id, dueOn]));
}
