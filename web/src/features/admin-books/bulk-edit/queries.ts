import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { bulkEditKeys } from "@/api/keys/staff.ts";
import type { Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

export type BulkEdit = Shape<"BulkEdit">;
export type BulkChanges = Shape<"BulkChanges">;
export type BulkEditPreview = Shape<"BulkEditPreview">;

/** The chosen books: one by one, all that the list finds, or all that have a name that is changed. */
export type ChosenBooks =
  | { books: readonly string[] }
  | { found: { search: string; category: string } }
  | "named";

/** The time between two requests for the progress of an edit, in milliseconds. */
const PROGRESS_EVERY = 1000;
/** Refused books of a page. */
const REFUSED = 20;

/** Whether a server works on the edit. */
export function isWorking({ state }: BulkEdit): boolean {
  return state === "changing" || state === "undoing";
}

/** How many books have their new values and can get the former ones back. */
export function undoable(edit: BulkEdit): number {
  return isWorking(edit) ? 0 : edit.changed - edit.restored - edit.kept;
}

function request(chosen: ChosenBooks, changes: BulkChanges) {
  if (chosen === "named") return { query: {}, body: { changes } };
  if ("books" in chosen) return { query: {}, body: { books: [...chosen.books], changes } };
  const { search, category } = chosen.found;
  const query = {
    ...(search === "" ? {} : { search }),
    ...(category === "" ? {} : { category: [category] }),
  };
  return { query, body: { changes } };
}

/** What a change of the books would do. */
export function usePreview() {
  return useChange({
    call: async ({ chosen, changes }: { chosen: ChosenBooks; changes: BulkChanges }) =>
      (await call("POST", "/bulk-edits/preview", request(chosen, changes))).data,
    changes: [],
  });
}

interface Start {
  chosen: ChosenBooks;
  changes: BulkChanges;
  expectedBooks: number;
}

/** Begins to change the books. */
export function useStartBulkEdit() {
  return useChange({
    call: async ({ chosen, changes, expectedBooks }: Start) => {
      const { query, body } = request(chosen, changes);
      return (await call("POST", "/bulk-edits", { query, body: { ...body, expectedBooks } })).data;
    },
    changes: "bulkEdit",
    onSuccess: (edit, _start, client) => client.setQueryData(bulkEditKeys.one(edit._id), edit),
  });
}

/** Cancels or undoes a bulk edit. */
export function useBulkEditAct(act: "cancel" | "undo") {
  return useChange({
    call: async (id: string) =>
      (await call("POST", `/bulk-edits/{id}/${act}`, { path: { id } })).data,
    changes: "bulkEdit",
    onSuccess: (edit, id, client) => client.setQueryData(bulkEditKeys.one(id), edit),
  });
}

/** A page of all bulk edits; progress is followed. */
export function useBulkEdits(query: { page: number; limit: number }) {
  return useQuery({
    queryKey: bulkEditKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/bulk-edits", { query, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isWorking) ? PROGRESS_EVERY : false),
  });
}

/** One bulk edit, or none yet; its progress is followed. */
export function useBulkEdit(id: string | null) {
  return useQuery({
    queryKey: bulkEditKeys.one(id ?? ""),
    queryFn: async ({ signal }) =>
      (await call("GET", "/bulk-edits/{id}", { path: { id: id ?? "" }, signal })).data,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? PROGRESS_EVERY : false),
  });
}

/** The books that an edit could not change, page by page. */
export function useRefusedBooks(id: string) {
  return useInfiniteQuery({
    queryKey: bulkEditKeys.refused(id),
    queryFn: async ({ signal, pageParam }) =>
      (
        await call("GET", "/bulk-edits/{id}/refused", {
          path: { id },
          query: { limit: REFUSED, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < REFUSED ? undefined : last.at(-1)?._id),
  });
}
