import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { type BookListQuery, bookKeys } from "@/api/queries/books.ts";
import type { BookListAnswer, ListAnswer, UserSummary } from "@/api/shapes.ts";

/** How many of each kind the panel shows. */
const BOOKS = 6;
const PEOPLE = 4;

/** The best matching books; the previous results stay while the next ones load. */
export function useFoundBooks(search: string) {
  const query: BookListQuery = { search, limit: BOOKS };
  return useQuery({
    queryKey: bookKeys.list(query),
    // The signal aborts the call as soon as the text changes.
    queryFn: ({ signal }) => call<BookListAnswer>("GET", "/books", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    enabled: search !== "",
  });
}

/** Administrators: people by name, email or student ID. */
export function useFoundPeople(search: string, options: { enabled: boolean }) {
  const query = { search, limit: PEOPLE };
  return useQuery({
    queryKey: ["admin", "users", "list", query] as const,
    queryFn: ({ signal }) =>
      call<ListAnswer<UserSummary>>("GET", "/admin/users", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: options.enabled && search !== "",
  });
}
