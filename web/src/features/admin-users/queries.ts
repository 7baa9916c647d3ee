import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { endQueries } from "@/api/changes.ts";
import { call } from "@/api/client.ts";
import { borrowingKeys } from "@/api/keys/person.ts";
import { userKeys } from "@/api/keys/staff.ts";
import type { BasicRole, ListAnswer, Shape, UserSummary } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

/** The filters and the page of the list of people; absent values mean the server's defaults. */
export interface UserListQuery {
  search?: string;
  role?: BasicRole;
  /** The code of a role; `student` for people without one. */
  staffRole?: string;
  class?: string;
  page?: number;
  limit?: number;
}

/** An administrator's change of a person: absent fields are unchanged, null clears a field. */
export type UserChange = Shape<"UserChangeForm">;

/** The body of a new account. */
export type NewUser = Shape<"NewUserForm">;

/** The maximum page size of the server. */
const BORROWINGS_LIMIT = 100;

/** The classes of all people. */
export function useClasses() {
  return useQuery({
    queryKey: userKeys.classes,
    queryFn: async ({ signal }) => (await call("GET", "/admin/classes", { signal })).data,
  });
}

/** People with accounts, by surname. */
export function useUserList(query: UserListQuery) {
  return useQuery({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/admin/users", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

const personQuery = (id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call("GET", "/admin/users/{id}", { path: { id }, signal })).data,
  });

/** One person; shows the values of a cached list at once. */
export function usePerson(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...personQuery(id),
    placeholderData: () =>
      client
        .getQueriesData<ListAnswer<UserSummary>>({ queryKey: userKeys.lists })
        .flatMap(([, answer]) => answer?.data ?? [])
        .find((user) => user._id === id),
  });
}

/** Loads a person again, for all components of the screen. */
export function useReloadPerson(id: string) {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...personQuery(id), staleTime: 0 });
}

/** A person's borrowings: open ones first, then the newest; the older ones page by page. */
export function useBorrowingsOf(userId: string) {
  return useInfiniteQuery({
    queryKey: borrowingKeys.pagesOfUser(userId),
    queryFn: ({ signal, pageParam }) =>
      call("GET", "/admin/borrowings/user/{userId}", {
        path: { userId },
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
      (await call("POST", "/admin/users/{id}/password-link", { path: { id } })).data,
    // The link is removed from the cache when the dialog closes.
    gcTime: 0,
  });
}

/** Removes the second factors of a person who has lost them. */
export function useRemoveSecondFactors(id: string) {
  return useChange({
    call: () => call("DELETE", "/admin/users/{id}/second-factors", { path: { id } }),
    changes: "user",
  });
}

/** Creates an account; its password is set with a link. */
export function useAddUser() {
  return useChange({
    call: async (person: NewUser) => (await call("POST", "/admin/users", { body: person })).data,
    changes: "user",
    onSuccess: (user, _person, client) => client.setQueryData(userKeys.one(user._id), user),
  });
}

/** Erases an account permanently; the email is the confirmation. */
export function useEraseUser(id: string) {
  return useChange({
    call: (email: string) => call("DELETE", "/admin/users/{id}", { path: { id }, body: { email } }),
    changes: "user",
    onSuccess: (_answer, _email, client) => {
      endQueries(client, borrowingKeys.ofUser(id), userKeys.one(id));
    },
  });
}

/** A file of thousands of people takes longer than other calls. */
const IMPORT_TIMEOUT_MS = 120_000;

/** Previews the result of each line of a file of people. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: async (form: { file: string; keepExisting: boolean }) =>
      (
        await call("POST", "/admin/users/import", {
          body: { ...form, preview: true },
          timeoutMs: IMPORT_TIMEOUT_MS,
        })
      ).data,
  });
}

/** Adds the new people of a file and changes existing ones, with password links on request. */
export function useImportPeople() {
  return useChange({
    call: async (form: { file: string; links: boolean; keepExisting: boolean }) =>
      (await call("POST", "/admin/users/import", { body: form, timeoutMs: IMPORT_TIMEOUT_MS }))
        .data,
    changes: "user",
    // The response contains the links.
    secret: true,
  });
}

/** Changes a person. Their name and address appear in lists of borrowings too. */
export function useChangeUser(id: string) {
  return useChange({
    call: async (change: UserChange) =>
      (await call("PUT", "/admin/users/{id}", { path: { id }, body: change })).data,
    changes: "user",
    onSuccess: (user, _change, client) => client.setQueryData(userKeys.one(id), user),
  });
}
