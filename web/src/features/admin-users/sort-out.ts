import type { Borrowing } from "@/api/shapes.ts";

interface SortedOut<B> {
  /** Not back yet. */
  open: B[];
  /** Back, but a fine is owed. */
  unpaid: B[];
  /** Back and done with. */
  settled: B[];
}

/** Groups a person's borrowings into open, unpaid and settled ones, without changing their order. */
export function sortOut<B extends Pick<Borrowing, "status" | "fineOutstanding">>(
  borrowings: readonly B[],
): SortedOut<B> {
  const sorted: SortedOut<B> = { open: [], unpaid: [], settled: [] };
  for (const borrowing of borrowings) {
    if (borrowing.status !== "returned") sorted.open.push(borrowing);
    else if (borrowing.fineOutstanding > 0) sorted.unpaid.push(borrowing);
    else sorted.settled.push(borrowing);
  }
  return sorted;
}
