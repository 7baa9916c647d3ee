import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { importKeys } from "@/api/keys/staff.ts";
import type { Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

export type Import = Shape<"Import">;
export type ImportRecord = Shape<"ImportRecord">;
export type OnDuplicate = Shape<"OnDuplicateName">;
export type ImportColumn = Shape<"ImportColumn">;
export type Mapping = Shape<"MappingForm">;

/** The time between two requests for the progress of an import, in milliseconds. */
const PROGRESS_EVERY = 1000;
/** Records of a page. */
const RECORDS = 20;

/** Whether the server works on an import. */
export function isWorking({ state }: Import): boolean {
  return state === "checking" || state === "importing" || state === "undoing";
}

/** A page of all imports; progress is followed. */
export function useImports(query: { page: number; limit: number }) {
  return useQuery({
    queryKey: importKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/imports", { query, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isWorking) ? PROGRESS_EVERY : false),
  });
}

/** One import; its progress is followed. */
export function useImport(id: string) {
  return useQuery({
    queryKey: importKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call("GET", "/imports/{id}", { path: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? PROGRESS_EVERY : false),
  });
}

/** The rejected records or the duplicates of an import, page by page. */
export function useRecords({ _id: id, state }: Import, kind: "rejected" | "duplicate") {
  return useInfiniteQuery({
    queryKey: importKeys.records(id, kind, state),
    queryFn: async ({ signal, pageParam }) =>
      (
        await call("GET", "/imports/{id}/records", {
          path: { id },
          query: { kind, limit: RECORDS, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < RECORDS ? undefined : last.at(-1)?.number),
  });
}

/** Sets how the file is read; it is checked again. */
export function useMapImport(id: string) {
  return useChange({
    call: async (mapping: Mapping) =>
      (await call("PUT", "/imports/{id}/mapping", { path: { id }, body: mapping })).data,
    changes: "import",
    onSuccess: (changed, _mapping, client) => client.setQueryData(importKeys.one(id), changed),
  });
}

/** Brings the records in, or goes on with it. */
export function useCommitImport(id: string) {
  return useChange({
    call: async (onDuplicate: OnDuplicate) =>
      (await call("POST", "/imports/{id}/commit", { path: { id }, body: { onDuplicate } })).data,
    changes: "import",
    onSuccess: (changed, _choice, client) => client.setQueryData(importKeys.one(id), changed),
  });
}

/** Pauses, cancels or undoes an import. */
export function useImportAct(id: string, act: "pause" | "cancel" | "undo") {
  return useChange({
    call: async () => (await call("POST", `/imports/{id}/${act}`, { path: { id } })).data,
    changes: "import",
    onSuccess: (changed, _nothing, client) => client.setQueryData(importKeys.one(id), changed),
  });
}
