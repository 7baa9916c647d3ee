import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { bookKeys } from "@/api/queries/books.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type {
  Answer,
  BookListAnswer,
  DetailsChange,
  PasswordChange,
  SignedIn,
  Stats,
  User,
} from "@/api/shapes.ts";

/** Changes the person's own details; the session takes over what the server returns. */
export function useUpdateDetails() {
  const session = useSessionStore();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: DetailsChange) =>
      call<Answer<User>>("PUT", "/auth/updatedetails", { body: changes }),
    onSuccess: ({ data }) => {
      session.profileUpdated(data);
      // Recommendations follow the person's studies.
      void client.invalidateQueries({ queryKey: [...bookKeys.all, "recommendations"] });
      void client.invalidateQueries({ queryKey: ["admin"] });
    },
  });
}

/** Changes the password; every other session ends, this one goes on with a fresh token. */
export function useUpdatePassword() {
  const session = useSessionStore();
  return useMutation({
    mutationFn: (change: PasswordChange) =>
      call<Answer<SignedIn>>("PUT", "/auth/updatepassword", { body: change }),
    onSuccess: ({ data }) => session.tokenRenewed(data),
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

/** Administrators: how much there is of everything. The same answer as the admin dashboard's. */
export function useLibraryNumbers() {
  return useQuery({
    queryKey: ["admin", "stats"],
    queryFn: async ({ signal }) =>
      (await call<Answer<Stats>>("GET", "/admin/stats", { signal })).data,
    meta: { quiet: true },
  });
}
