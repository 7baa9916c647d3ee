import type { Borrowing } from "@/api/shapes.ts";

interface SortedOut<B> {
  /** Not returned. */
  open: B[];
  /** Returned, with an unpaid fine. */
  unpaid: B[];
  /** Returned, without an unpaid fine. */
  settled: B[];
}

/**
 * Divides the borrowings of a person into open, unpaid and settled ones. The two lists are loaded one after the other,
 * and either may be older. A returned borrowing counts as returned, and a settled one as settled, if one of the lists
 * says so.
 *
 * @param borrowings of the person, in the order in which they are shown
 * @param listed the returned ones with an unpaid fine, newest first; some may be too old to be in `borrowings`
 */
export function sortOut<
  B extends Pick<Borrowing, "_id" | "status" | "fineOutstanding" | "borrowedDate">,
>(borrowings: readonly B[], listed: readonly B[]): SortedOut<B> {
  const returned = borrowings.filter(({ status }) => status === "returned");
  const settled = returned.filter(({ fineOutstanding }) => fineOutstanding === 0);
  const unpaid = new Map([...listed, ...returned].map((borrowing) => [borrowing._id, borrowing]));
  for (const { _id } of settled) unpaid.delete(_id);
  return {
    open: borrowings.filter(({ _id, status }) => status !== "returned" && !unpaid.has(_id)),
    unpaid: [...unpaid.values()].sort(
      (one, other) => Date.parse(other.borrowedDate) - Date.parse(one.borrowedDate),
    ),
    settled,
  };
}
