import type { Borrowing } from "@/api/shapes.ts";
import { type CsvCell, toCsv } from "@/lib/csv.ts";
import { civilDate } from "@/lib/dates.ts";
import type { Translate } from "@/lib/i18n/index.ts";

/** The history as a file: days as `2024-01-05` in the library's zone, amounts as plain numbers. */
export function historyCsv(
  borrowings: readonly Borrowing[],
  timeZone: string,
  t: Translate,
  decimals = 2,
): string {
  const day = (instant: string) => civilDate(new Date(instant), timeZone);
  const header = (
    [
      "title",
      "author",
      "category",
      "copy",
      "status",
      "borrowed",
      "due",
      "returned",
      "fine",
      "outstanding",
    ] as const
  ).map((column) => t(`borrowings.csv.${column}`));
  const rows = borrowings.map((borrowing): CsvCell[] => [
    borrowing.book.title,
    borrowing.book.author,
    borrowing.book.category,
    borrowing.copy.barcode,
    t(`common.status.${borrowing.status}`),
    day(borrowing.borrowedDate),
    borrowing.dueOn,
    borrowing.returnedDate === null ? null : day(borrowing.returnedDate),
    borrowing.fineAmount.toFixed(decimals),
    borrowing.fineOutstanding.toFixed(decimals),
  ]);
  return toCsv([header, ...rows]);
}
