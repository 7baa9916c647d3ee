import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "@/api/client.ts";
import { duplicateKeys } from "@/api/keys/duplicates.ts";
import type { BodyOf } from "@/api/operations.ts";
import type { Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

export type DuplicateGroup = Shape<"DuplicateGroup">;
export type DuplicateReason = Shape<"DuplicateReasonName">;
export type DuplicateSearches = Shape<"DuplicateSearches">;
export type Merge = Shape<"Merge">;
export type MergePreview = Shape<"MergePreview">;
export type MergeFields = Shape<"MergeFields">;

/** The time between two requests for the progress of a search, in milliseconds. */
const PROGRESS_EVERY = 1000;

interface ListQuery {
  reason: DuplicateReason | "";
  dismissed: boolean;
  page: number;
  limit: number;
}

/** A page of the books that may be the same. */
export function useDuplicates({ reason, dismissed, page, limit }: ListQuery) {
  const query = { page, limit, dismissed, ...(reason === "" ? {} : { reason }) };
  return useQuery({
    queryKey: duplicateKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/duplicates", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** When duplicates were last searched; a search that is under way is followed, and the list is fetched after it. */
export function useSearches() {
  const client = useQueryClient();
  const searches = useQuery({
    queryKey: duplicateKeys.searches,
    queryFn: async ({ signal }) => (await call("GET", "/duplicates/search", { signal })).data,
    refetchInterval: ({ state }) => (state.data?.underWay ? PROGRESS_EVERY : false),
  });
  // Not the end of a search that was seen under way: a short one ends between two requests.
  const last = searches.data?.last?.startedAt ?? null;
  const known = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (!searches.isSuccess) return;
    if (known.current !== undefined && known.current !== last) {
      void client.invalidateQueries({ queryKey: duplicateKeys.lists });
    }
    known.current = last;
  }, [searches.isSuccess, last, client]);
  return searches;
}

/** Begins a search. */
export function useSearchDuplicates() {
  return useChange({
    call: async () => (await call("POST", "/duplicates/search")).data,
    changes: "duplicates",
    onSuccess: (searches, _values, client) => client.setQueryData(duplicateKeys.searches, searches),
  });
}

/** Records that the books of a group are different ones, or takes that back. */
export function useDecide(act: "dismiss" | "reopen", { quiet = false } = {}) {
  return useChange({
    call: async (id: string) =>
      (await call("POST", `/duplicates/{id}/${act}`, { path: { id } })).data,
    changes: "duplicates",
    quiet,
  });
}

/** What a merge would do. The first book is kept. */
export function useMergePreview(kept: string, others: readonly string[], fields: MergeFields) {
  const body = { books: [...others], fields };
  return useQuery({
    queryKey: duplicateKeys.preview(kept, body),
    queryFn: async ({ signal }) =>
      (await call("POST", "/books/{id}/merge/preview", { path: { id: kept }, body, signal })).data,
    enabled: others.length > 0,
    placeholderData: keepPreviousData,
    // A refusal says what is wrong: the same request is refused again.
    retry: false,
    staleTime: 0,
  });
}

/** Merges books into the kept one. */
export function useMerge(kept: string) {
  return useChange({
    call: async (body: BodyOf<"POST", "/books/{id}/merge">) =>
      call("POST", "/books/{id}/merge", { path: { id: kept }, body }),
    changes: ["book", "duplicates"],
  });
}

/** A page of the merges that can be undone or were undone, the newest first; or of those of one book. */
export function useMerges({ book, page, limit }: { book: string; page: number; limit: number }) {
  const query = { page, limit, ...(book === "" ? {} : { book }) };
  return useQuery({
    queryKey: duplicateKeys.merges(query),
    queryFn: ({ signal }) => call("GET", "/merges", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Undoes a merge. */
export function useUndoMerge({ quiet = false } = {}) {
  return useChange({
    call: async (id: string) => (await call("POST", "/merges/{id}/undo", { path: { id } })).data,
    changes: ["book", "duplicates"],
    quiet,
  });
}
