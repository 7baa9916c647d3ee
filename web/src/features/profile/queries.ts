import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { accountKeys } from "@/api/keys/account.ts";
import { bookKeys } from "@/api/keys/books.ts";
import { reportKeys } from "@/api/keys/staff.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type { PasswordChange } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

/** Years of borrowings take longer than other calls. */
const EXPORT_TIMEOUT_MS = 60_000;

/** The person's sessions, the current one first. */
export function useOwnSessions() {
  return useQuery({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => call("GET", "/auth/sessions", { query: { limit: 100 }, signal }),
    select: ({ data }) => data.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    // Sessions begin and end in other browsers.
    staleTime: 0,
  });
}

/** Ends one session, or all except the current one. */
export function useEndSessions() {
  return useChange({
    call: async (id: string | "others") =>
      id === "others"
        ? await call("DELETE", "/auth/sessions")
        : await call("DELETE", "/auth/sessions/{id}", { path: { id } }),
    changes: "session",
  });
}

/** Everything the library stores about the signed-in person, as the server sends it. */
export function useOwnData() {
  return useMutation({
    mutationFn: async () =>
      (await call("GET", "/auth/export", { timeoutMs: EXPORT_TIMEOUT_MS })).data,
  });
}

/** Changes the password; every other session ends, this one continues with a new token. */
export function useUpdatePassword() {
  const session = useSessionStore();
  return useChange({
    call: (change: PasswordChange) => call("PUT", "/auth/updatepassword", { body: change }),
    changes: "session",
    onSuccess: ({ data }) => session.tokenRenewed(data),
  });
}

/** The semester categories of books, as suggestions. */
export function useSemesterCategories() {
  const query = { isSemesterStudy: true, sort: "popular", limit: 100 } as const;
  return useQuery({
    queryKey: bookKeys.semesterCategories,
    queryFn: ({ signal }) => call("GET", "/books", { query, signal }),
    select: ({ data }) => [
      ...new Set(data.flatMap(({ semesterCategories }) => semesterCategories)),
    ],
    meta: { quiet: true },
  });
}

/** Staff: the library's totals. The same response as on the admin dashboard. */
export function useLibraryNumbers({ enabled }: { enabled: boolean }) {
  return useQuery({
    enabled,
    queryKey: reportKeys.stats,
    queryFn: async ({ signal }) => (await call("GET", "/admin/stats", { signal })).data,
    meta: { quiet: true },
  });
}
