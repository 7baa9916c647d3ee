import type { Borrowing } from "@/api/shapes.ts";

interface SortedOut<B> {
  /** Not back yet. */
  open: B[];
  /** Back, and no fine is owed. */
  settled: B[];
}

/**
 * The open and the settled borrowings of a person, in their order. Those that are back with an unpaid fine are in
 * neither: they have a list of their own.
 */
export function sortOut<B extends Pick<Borrowing, "status" | "fineOutstanding">>(
  borrowings: readonly B[],
): SortedOut<B> {
  return {
    open: borrowings.filter(({ status }) => status !== "returned"),
    settled: borrowings.filter(
      ({ status, fineOutstanding }) => status === "returned" && fineOutstanding === 0,
    ),
  };
}
