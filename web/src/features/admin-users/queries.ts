import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call, segment } from "@/api/client.ts";
import type { components } from "@/api/schema.d.ts";
import type {
  Answer,
  Borrowing,
  DetailsChange,
  ListAnswer,
  PasswordLink,
  Role,
  UserSummary,
} from "@/api/shapes.ts";
import type { PeopleImport } from "./import-lines.ts";

/** What the list of people is asked for; absent values take the server's defaults. */
export interface UserListQuery {
  search?: string;
  role?: Role;
  page?: number;
  limit?: number;
}

/** What an administrator changes of a person: absent stays, null is cleared. */
export interface UserChange extends DetailsChange {
  studentId?: string | null;
  patronCategory?: string | null;
  role?: Role;
  isActive?: boolean;
}

/** Somebody who gets an account. */
export type NewUser = components["schemas"]["NewUserForm"];

const keys = {
  all: ["admin", "users"] as const,
  list: (query: UserListQuery) => ["admin", "users", "list", query] as const,
  one: (id: string) => ["admin", "users", "one", id] as const,
};

/** The most the server gives at once: nearly everybody's borrowings fit. */
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

/** One person; what the lists already know of them shows at once. */
export function usePerson(id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      (await call<Answer<UserSummary>>("GET", `/admin/users/${segment(id)}`, { signal })).data,
    placeholderData: () =>
      client
        .getQueriesData<ListAnswer<UserSummary>>({ queryKey: ["admin", "users", "list"] })
        .flatMap(([, answer]) => answer?.data ?? [])
        .find((user) => user._id === id),
  });
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

/** Makes a link by which a person chooses a new password. It is told this once. */
export function useMakePasswordLink(id: string) {
  return useMutation({
    mutationFn: async () =>
      (await call<Answer<PasswordLink>>("POST", `/admin/users/${segment(id)}/password-link`)).data,
    // Nothing keeps the link once the dialog has gone.
    gcTime: 0,
  });
}

/** Makes an account; its password is set by a link. */
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

/** Says what would become of each line of a file of people. */
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

/** Brings everybody of a file in who is not here yet, with links when they are asked for. */
export function useImportPeople() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: { file: string; links: boolean }) =>
      (await call<Answer<PeopleImport>>("POST", "/admin/users/import", { body: form })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ["admin"] }),
    // Nothing keeps the links once the panel has gone.
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
