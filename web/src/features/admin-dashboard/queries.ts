import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { call } from "@/api/client.ts";
import { reportKeys } from "@/api/keys/staff.ts";
import type {
  AttentionReport,
  BorrowingsReport,
  CategoriesReport,
  FinesReport,
  HoursReport,
  OverdueReport,
} from "@/api/shapes.ts";

/** The number of borrowings that the dashboard lists (specification, section 9). */
export const RECENT_LIMIT = 5;

/** The totals of the library. */
export function useStats() {
  return useQuery({
    queryKey: reportKeys.stats,
    queryFn: async ({ signal }) => (await call("GET", "/admin/stats", { signal })).data,
  });
}

/** The number of most borrowed books in the response with the totals. */
export const FIRST_MOST_BORROWED = 10;
/** The number of entries that each further fetch loads. */
const MOST_BORROWED_PAGE = 50;

/** All books that were ever borrowed, the most borrowed first, page by page. */
export function useMostBorrowed(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: reportKeys.mostBorrowed,
    queryFn: ({ signal, pageParam }) =>
      call("GET", "/admin/most-borrowed", {
        query: { page: pageParam, limit: MOST_BORROWED_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
    enabled,
  });
}

/** The newest borrowings of all people. */
export function useRecentBorrowings() {
  return useQuery({
    queryKey: reportKeys.recentBorrowings,
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/admin/borrowings", {
          query: { limit: RECENT_LIMIT },
          signal,
        })
      ).data,
  });
}

/** The period of a report; if absent, the report's default. */
interface Days {
  from?: string;
  to?: string;
}

type Load<T> = (query: Days, signal: AbortSignal) => Promise<{ data: T }>;

interface Reports {
  attention: AttentionReport;
  borrowings: BorrowingsReport;
  categories: CategoriesReport;
  fines: FinesReport;
  hours: HoursReport;
  overdue: OverdueReport;
}

const REPORTS: { [N in keyof Reports]: Load<Reports[N]> } = {
  attention: (_days, signal) => call("GET", "/admin/reports/attention", { signal }),
  borrowings: (query, signal) => call("GET", "/admin/reports/borrowings", { query, signal }),
  categories: (query, signal) => call("GET", "/admin/reports/categories", { query, signal }),
  fines: (query, signal) => call("GET", "/admin/reports/fines", { query, signal }),
  hours: (query, signal) => call("GET", "/admin/reports/hours", { query, signal }),
  overdue: (_days, signal) => call("GET", "/admin/reports/overdue", { signal }),
};

/** One of the administrators' reports. The previous period is shown until the chosen one is loaded. */
/** Whether the reports below are to be fetched. */
export const ReportsWanted = createContext(true);

export function useReport<N extends keyof Reports>(name: N, days: Days = {}) {
  return useQuery({
    queryKey: reportKeys.one(name, days),
    queryFn: async ({ signal }): Promise<Reports[N]> => (await REPORTS[name](days, signal)).data,
    placeholderData: keepPreviousData,
    enabled: useContext(ReportsWanted),
  });
}
