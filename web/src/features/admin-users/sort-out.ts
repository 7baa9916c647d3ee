import type { Borrowing } from "@/api/shapes.ts";

interface SortedOut<B> {
  /** Not back yet. */
  open: B[];
  /** Back, and a fine is owed. */
  unpaid: B[];
  /** Back, and no fine is owed. */
  settled: B[];
}

/**
 * The borrowings of a person by what is left to do, each in one group. The two lists are loaded one after the other, so
 * either may be older: a returned borrowing stays returned, and a settled one stays settled.
 *
 * @param borrowings of the person, in the order in which they are shown
 * @param listed those of them that are back with an unpaid fine, newest first; also ones too old for `borrowings`
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
