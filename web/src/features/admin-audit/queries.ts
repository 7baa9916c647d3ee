import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, callForFile, type ServedFile } from "@/api/client.ts";
import type { AuditAction, AuditLogEntry, ListAnswer } from "@/api/shapes.ts";

/** The filters of the audit log; entries match all that are given. */
export interface AuditQuery {
  /** The id of the person who acted. */
  actor?: string;
  /** The id of the person that entries are about. */
  user?: string;
  /** The id of the book that entries are about. */
  book?: string;
  action?: AuditAction;
  /** The first and the last day, like `2024-01-05`. */
  from?: string;
  to?: string;
}

/** A file of the whole log takes longer than other calls. */
const FILE_TIMEOUT_MS = 120_000;

/** A page of the audit log, the newest entries first. */
export function useAuditLog(query: AuditQuery & { page: number; limit: number }) {
  return useQuery({
    queryKey: ["admin", "audit", query],
    queryFn: ({ signal }) =>
      call<ListAnswer<AuditLogEntry>>("GET", "/admin/audit", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    // Every action adds to it.
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
