import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call, segment } from "@/api/client.ts";
import type { components } from "@/api/schema.d.ts";
import type {
  Answer,
  BasicRole,
  Borrowing,
  DetailsChange,
  ListAnswer,
  PasswordLink,
  UserSummary,
} from "@/api/shapes.ts";
import type { PeopleImport } from "./import-lines.ts";

/** The filters and the page of the list of people; absent values take the server's defaults. */
export interface UserListQuery {
  search?: string;
  role?: BasicRole;
  /** The code of a role; `student` for people without one. */
  staffRole?: string;
  page?: number;
  limit?: number;
}

/** An administrator's change of a person: absent values stay, null clears a value. */
export interface UserChange extends DetailsChange {
  studentId?: string | null;
  patronCategory?: string | null;
  role?: BasicRole;
  /** The code of a role, or null to take it away. */
  staffRole?: string | null;
  isActive?: boolean;
  /** A reason blocks the person from borrowing; null unblocks. */
  blockReason?: string | null;
}

/** The body of a new account. */
export type NewUser = components["schemas"]["NewUserForm"];

const keys = {
  all: ["admin", "users"] as const,
  list: (query: UserListQuery) => ["admin", "users", "list", query] as const,
  one: (id: string) => ["admin", "users", "one", id] as const,
};

/** The maximum page size of the server. */
const BORROWINGS_LIMIT = 100;

/** People with accounts, by name. */
export function useUserList(query: UserListQuery) {
  return useQuery({
    queryKey: keys.list(query),
    queryFn: ({ signal }) =>
      call<ListAnswer<UserSummary>>("GET", "/admin/users", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

const personQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      (await call<Answer<UserSummary>>("GET", `/admin/users/${segment(id)}`, { signal })).data,
  });

/** One person; the values in a cached list are shown at once. */
export function usePerson(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...personQuery(id),
    placeholderData: () =>
      client
        .getQueriesData<ListAnswer<UserSummary>>({ queryKey: ["admin", "users", "list"] })
        .flatMap(([, answer]) => answer?.data ?? [])
        .find((user) => user._id === id),
  });
}

/** Loads a person again, also for the rest of the screen. */
export function useReloadPerson(id: string) {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...personQuery(id), staleTime: 0 });
}

/** A person's borrowings: open ones first, then the newest; the older ones page by page. */
export function useBorrowingsOf(userId: string) {
  return useInfiniteQuery({
    queryKey: ["borrowings", "user", userId, "pages"],
    queryFn: ({ signal, pageParam }) =>
      call<ListAnswer<Borrowing>>("GET", `/admin/borrowings/user/${segment(userId)}`, {
        query: { page: pageParam, limit: BORROWINGS_LIMIT },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  });
}

/** Creates a link for a new password. Only this response contains it. */
export function useMakePasswordLink(id: string) {
  return useMutation({
    mutationFn: async () =>
      (await call<Answer<PasswordLink>>("POST", `/admin/users/${segment(id)}/password-link`)).data,
    // The link is not cached after the dialog has closed.
    gcTime: 0,
  });
}

/** Removes the second factors of a person who has lost them. */
export function useRemoveSecondFactors(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Answer<null>>("DELETE", `/admin/users/${segment(id)}/second-factors`),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin", "users"] }),
  });
}

/** Creates an account; its password is set with a link. */
export function useAddUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (person: NewUser) =>
      (await call<Answer<UserSummary>>("POST", "/admin/users", { body: person })).data,
    onSuccess: (user) => {
      client.setQueryData(keys.one(user._id), user);
      return client.invalidateQueries({ queryKey: ["admin"] });
    },
  });
}

/** Erases an account for good; the email confirms it. */
export function useEraseUser(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      call<Answer<null>>("DELETE", `/admin/users/${segment(id)}`, { body: { email } }),
    onSuccess: () => {
      // Before the screen leaves the person, who cannot be loaded any more.
      client.removeQueries({ queryKey: ["borrowings", "user", id] });
      return Promise.all([
        client.invalidateQueries({ queryKey: ["admin", "users", "list"] }),
        client.invalidateQueries({ queryKey: ["admin", "stats"] }),
        client.invalidateQueries({ queryKey: ["books"] }),
      ]);
    },
  });
}

/** Previews the result of each line of a file of people. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: async (file: string) =>
      (
        await call<Answer<PeopleImport>>("POST", "/admin/users/import", {
          body: { file, preview: true },
        })
      ).data,
  });
}

/** Imports the new people of a file, with password links on request. */
export function useImportPeople() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: { file: string; links: boolean }) =>
      (await call<Answer<PeopleImport>>("POST", "/admin/users/import", { body: form })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ["admin"] }),
    // The links are not cached after the panel has closed.
    gcTime: 0,
  });
}

/** Changes a person. Their name and address appear in lists of borrowings too. */
export function useChangeUser(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: UserChange) =>
      (await call<Answer<UserSummary>>("PUT", `/admin/users/${segment(id)}`, { body: change }))
        .data,
    onSuccess: async (user) => {
      client.setQueryData(keys.one(id), user);
      await Promise.all([
        client.invalidateQueries({ queryKey: ["admin"] }),
        client.invalidateQueries({ queryKey: ["borrowings"] }),
      ]);
    },
  });
}
