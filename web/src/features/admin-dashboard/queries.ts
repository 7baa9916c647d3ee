import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import type { Answer, Borrowing, Stats } from "@/api/shapes.ts";

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

/** The days a report tells of; without them its own. */
interface Days {
  from?: string;
  to?: string;
}

/** One of the administrators' reports. The days before show until the chosen ones have come. */
export function useReport<T>(name: string, days: Days = {}) {
  return useQuery({
    queryKey: ["admin", "reports", name, days],
    queryFn: async ({ signal }) =>
      (await call<Answer<T>>("GET", `/admin/reports/${name}`, { query: { ...days }, signal })).data,
    placeholderData: keepPreviousData,
  });
}
