import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import type { Answer, Borrowing, ListAnswer, Stats } from "@/api/shapes.ts";

/** How many borrowings the dashboard lists (specification, section 9). */
export const RECENT_LIMIT = 5;

/** The library at a glance. */
export function useStats() {
  return useQuery({
    queryKey: ["admin", "stats"],
    queryFn: async ({ signal }) =>
      (await call<Answer<Stats>>("GET", "/admin/stats", { signal })).data,
  });
}

/** The number of most borrowed books in the response of the totals. */
export const FIRST_MOST_BORROWED = 10;
/** Entries that are fetched at a time when more are wanted. */
const MOST_BORROWED_PAGE = 50;

/** All books that were ever borrowed, the most borrowed first, page by page. */
export function useMostBorrowed(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ["admin", "most-borrowed"],
    queryFn: ({ signal, pageParam }) =>
      call<ListAnswer<Stats["mostBorrowedBooks"][number]>>("GET", "/admin/most-borrowed", {
        query: { page: pageParam, limit: MOST_BORROWED_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
    enabled,
  });
}

/** The newest borrowings of all. */
export function useRecentBorrowings() {
  return useQuery({
    queryKey: ["admin", "borrowings", "recent"],
    queryFn: async ({ signal }) =>
      (
        await call<Answer<Borrowing[]>>("GET", "/admin/borrowings", {
          query: { limit: RECENT_LIMIT },
          signal,
        })
      ).data,
  });
}

/** The period of a report; without it the report's default. */
interface Days {
  from?: string;
  to?: string;
}

/** One of the administrators' reports. The previous period is shown until the chosen one is loaded. */
export function useReport<T>(name: string, days: Days = {}) {
  return useQuery({
    queryKey: ["admin", "reports", name, days],
    queryFn: async ({ signal }) =>
      (await call<Answer<T>>("GET", `/admin/reports/${name}`, { query: { ...days }, signal })).data,
    placeholderData: keepPreviousData,
  });
}
