/** The fine of a borrowing while it grows. */
export interface RunningFine {
  status: string;
  /** The fine so far, in the library's currency. */
  fineAmount: number;
}

/** The sum of the fines that grow, which the renewal of the books charges. */
export function fineSoFar(borrowings: readonly RunningFine[]): number {
  return borrowings
    .filter(({ status }) => status === "overdue")
    .reduce((sum, { fineAmount }) => sum + fineAmount, 0);
}
