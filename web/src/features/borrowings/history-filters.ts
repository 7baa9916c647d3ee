import type { HistoryQuery } from "@/api/queries/borrowings.ts";
import type { BorrowingStatus } from "@/api/shapes.ts";
import { choiceOf, pageOf } from "@/lib/use-address.ts";

/** Borrowings per page. */
export const PAGE_SIZE = 20;

export const STATUSES = [
  "active",
  "overdue",
  "returned",
] as const satisfies readonly BorrowingStatus[];

/** The filters of the history in the address; without a year or a status, all borrowings. */
export interface HistoryFilters {
  year: number | null;
  status: BorrowingStatus | "any";
  page: number;
}

export function readFilters(query: URLSearchParams): HistoryFilters {
  const year = query.get("year") ?? "";
  return {
    year: /^[1-9]\d{3}$/.test(year) ? Number(year) : null,
    status: choiceOf(query, "status", ["any", ...STATUSES], "any"),
    page: pageOf(query),
  };
}

/** The query of the request, without the page. */
export function historyQuery({ year, status }: HistoryFilters): HistoryQuery {
  return {
    ...(year === null ? {} : { year }),
    ...(status === "any" ? {} : { status }),
  };
}

/** The years to choose from, the latest first; the chosen one is always included. */
export function yearsToOffer(years: readonly number[], chosen: number | null): number[] {
  const offered = new Set(years);
  if (chosen !== null) offered.add(chosen);
  return [...offered].sort((a, b) => b - a);
}
