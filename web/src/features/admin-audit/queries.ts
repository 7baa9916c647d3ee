import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, callForFile, type ServedFile } from "@/api/client.ts";
import { bookKeys } from "@/api/keys/books.ts";
import { auditKeys, userKeys } from "@/api/keys/staff.ts";
import { useBookList } from "@/api/queries/books.ts";
import type { AuditAction } from "@/api/shapes.ts";
import type { Pick } from "@/ui/pick-field.tsx";

/** The filters of the audit log; entries match all of them. */
export interface AuditQuery {
  /** The id of the person who acted. */
  actor?: string;
  /** The id of the person whose account is concerned. */
  user?: string;
  /** The id of the book that is concerned. */
  book?: string;
  action?: AuditAction;
  /** The first and the last day, such as `2024-01-05`. */
  from?: string;
  to?: string;
}

/** A file of the whole log takes longer than other calls. */
const FILE_TIMEOUT_MS = 120_000;

/** Whether the last day is before the first, so that no entry can match. */
export function hasReversedDays({ from, to }: AuditQuery): boolean {
  return from !== undefined && to !== undefined && from > to;
}

/** A page of the audit log, the newest entries first. Not loaded for reversed days. */
export function useAuditLog(query: AuditQuery & { page: number; limit: number }) {
  return useQuery({
    queryKey: auditKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/admin/audit", { query: { ...query }, signal }),
    enabled: !hasReversedDays(query),
    placeholderData: keepPreviousData,
    // Every action adds an entry.
    staleTime: 0,
  });
}

/** All matching entries as a file. */
export function auditFile(query: AuditQuery): Promise<ServedFile> {
  return callForFile("/admin/audit/table.csv", {
    query: { ...query },
    timeoutMs: FILE_TIMEOUT_MS,
  });
}

/** The maximum number of people or books that a search for a filter lists. */
const PICKS = 8;

/** People whose name, email or student ID matches; undefined while they load. */
export function usePersonPicks(search: string): Pick[] | undefined {
  const query = { search, limit: PICKS };
  const people = useQuery({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/admin/users", { query, signal }),
    enabled: search !== "",
  });
  return people.data?.data.map(({ _id, name, email }) => ({
    id: _id,
    label: name,
    detail: email,
  }));
}

/** Books whose title, author or ISBN matches; undefined while they load. */
export function useBookPicks(search: string): Pick[] | undefined {
  const books = useBookList({ search, limit: PICKS }, { enabled: search !== "" });
  const found = books.isPlaceholderData ? undefined : books.data?.data;
  return found?.map(({ _id, title, author }) => ({
    id: _id,
    label: title,
    detail: author,
  }));
}

/** The name of a person without an entry on the page, once loaded. */
export function usePersonName(id: string | undefined): string | undefined {
  const person = useQuery({
    queryKey: userKeys.name(id),
    queryFn: async ({ signal }) =>
      (await call("GET", "/admin/users/{id}", { path: { id: id ?? "" }, signal })).data.name,
    enabled: id !== undefined,
    // The filter then shows the id, as for an erased account.
    meta: { quiet: true },
  });
  return person.data;
}

/** The title of a book without an entry on the page, once loaded. */
export function useBookTitle(id: string | undefined): string | undefined {
  const book = useQuery({
    queryKey: bookKeys.title(id),
    queryFn: async ({ signal }) =>
      (await call("GET", "/books/{id}", { path: { id: id ?? "" }, signal })).data.title,
    enabled: id !== undefined,
    meta: { quiet: true },
  });
  return book.data;
}
