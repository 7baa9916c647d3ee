/** The fine of a borrowing while it grows. */
export interface RunningFine {
  status: string;
  /** The fine so far, in the library's currency. */
  fineAmount: number;
}

/** The sum of the fines of overdue books. A renewal charges the part that no earlier renewal has charged. */
export function fineSoFar(borrowings: readonly RunningFine[]): number {
  return borrowings
    .filter(({ status }) => status === "overdue")
    .reduce((sum, { fineAmount }) => sum + fineAmount, 0);
}
