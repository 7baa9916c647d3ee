import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "@/api/client.ts";
import { bookKeys } from "@/api/queries/books.ts";
import { EMAIL_CHANGES } from "@/api/queries/email-changes.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type {
  Answer,
  BookListAnswer,
  DetailsChange,
  ListAnswer,
  OwnSession,
  PasswordChange,
  SignedIn,
  Stats,
  User,
} from "@/api/shapes.ts";

const SESSIONS = ["sessions"] as const;

/** The person's sessions, the current one first. */
export function useOwnSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) =>
      call<ListAnswer<OwnSession>>("GET", "/auth/sessions", { query: { limit: 100 }, signal }),
    select: ({ data }) => data.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    // Sessions begin and end elsewhere.
    staleTime: 0,
  });
}

/** Ends one session, or all except the current one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | "others") =>
      id === "others"
        ? call<Answer<unknown>>("DELETE", "/auth/sessions")
        : call<Answer<unknown>>("DELETE", `/auth/sessions/${segment(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** Everything the library stores about the signed-in person, as the server sends it. */
export function useOwnData() {
  return useMutation({
    mutationFn: async () => (await call<Answer<unknown>>("GET", "/auth/export")).data,
  });
}

/** Changes the person's own details; the session uses the server's response. */
export function useUpdateDetails() {
  const session = useSessionStore();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: DetailsChange) =>
      call<Answer<User>>("PUT", "/auth/updatedetails", { body: changes }),
    onSuccess: ({ data }) => {
      session.profileUpdated(data);
      void client.invalidateQueries({ queryKey: EMAIL_CHANGES });
      // Recommendations follow the person's studies.
      void client.invalidateQueries({ queryKey: [...bookKeys.all, "recommendations"] });
      void client.invalidateQueries({ queryKey: ["admin"] });
    },
  });
}

/** Changes the password; every other session ends, this one continues with a new token. */
export function useUpdatePassword() {
  const session = useSessionStore();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PasswordChange) =>
      call<Answer<SignedIn>>("PUT", "/auth/updatepassword", { body: change }),
    onSuccess: ({ data }) => {
      session.tokenRenewed(data);
      void client.invalidateQueries({ queryKey: SESSIONS });
    },
  });
}

/** Semester categories that books are set aside for, as suggestions. */
export function useSemesterCategories() {
  const query = { isSemesterStudy: true, sort: "popular", limit: 100 } as const;
  return useQuery({
    queryKey: [...bookKeys.all, "semester-categories"],
    queryFn: ({ signal }) => call<BookListAnswer>("GET", "/books", { query, signal }),
    select: ({ data }) =>
      [...new Set(data.flatMap(({ semesterCategories }) => semesterCategories))].sort(),
    meta: { quiet: true },
  });
}

/** Administrators: the library's totals. The same response as on the admin dashboard. */
export function useLibraryNumbers({ enabled }: { enabled: boolean }) {
  return useQuery({
    enabled,
    queryKey: ["admin", "stats"],
    queryFn: async ({ signal }) =>
      (await call<Answer<Stats>>("GET", "/admin/stats", { signal })).data,
    meta: { quiet: true },
  });
}
