import { useMyBorrowings } from "@/api/queries/borrowings.ts";

/** The due days of the books that the person has now, by the book's id. */
export type MyBooks = ReadonlyMap<string, string>;

/** What the person has now, so that lists can say so; empty until it is known. */
export function useMyBooks(): MyBooks {
  const { data } = useMyBorrowings({ limit: 100 });
  return new Map((data?.data ?? []).map(({ book, dueOn }) => [book._id, dueOn]));
}
