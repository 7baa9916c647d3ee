import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { savedSearchKeys } from "../keys/person.ts";
import { useChange } from "../use-change.ts";
import type { BookListQuery } from "./books.ts";

/** The person's saved searches, the newest first, each with its new books. */
export function useSavedSearches() {
  return useQuery({
    queryKey: savedSearchKeys.list,
    queryFn: async ({ signal }) => (await call("GET", "/saved-searches", { signal })).data,
  });
}

interface NewSavedSearch {
  name: string;
  /** The words and filters. */
  query: BookListQuery;
}

/** Saves a search. */
export function useSaveSearch() {
  return useChange({
    call: ({ name, query }: NewSavedSearch) =>
      call("POST", "/saved-searches", { query, body: { name } }),
    changes: "savedSearch",
  });
}

interface SavedSearchChange {
  id: string;
  name?: string;
  /** Books that were added later are new. */
  seenAt?: string;
}

/** Changes the name of a saved search, or since when books are new in it. */
export function useChangeSavedSearch({ quiet = false }: { quiet?: boolean } = {}) {
  return useChange({
    call: ({ id, ...body }: SavedSearchChange) =>
      call("PUT", "/saved-searches/{id}", { path: { id }, body }),
    changes: "savedSearch",
    quiet,
  });
}

/** Removes a saved search. */
export function useRemoveSavedSearch() {
  return useChange({
    call: (id: string) => call("DELETE", "/saved-searches/{id}", { path: { id } }),
    changes: "savedSearch",
  });
}

/** Makes a feed of a saved search; only this response contains its address. */
export function useMakeFeed() {
  return useChange({
    call: (id: string) => call("POST", "/saved-searches/{id}/feed", { path: { id } }),
    changes: "savedSearch",
    secret: true,
  });
}

/** Ends the feed of a saved search. */
export function useEndFeed() {
  return useChange({
    call: (id: string) => call("DELETE", "/saved-searches/{id}/feed", { path: { id } }),
    changes: "savedSearch",
  });
}
