import { useMyBorrowings } from "@/api/queries/borrowings.ts";
import { useSession } from "@/api/session/session-context.tsx";

/** The due dates of the person's borrowed books, by the book's id. */
export type MyBooks = ReadonlyMap<string, string>;

/** The person's borrowed books, so that lists can mark them; empty while loading, and for visitors. */
export function useMyBooks(): MyBooks {
  const { authenticated } = useSession();
  const { data = [] } = useMyBorrowings({ enabled: authenticated });
  return new Map(data.map(({ book, dueOn }) => [book._id, dueOn]));
}
