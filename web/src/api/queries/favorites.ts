import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call, segment } from "../client.ts";
import type { Answer, BookDetail, Favorite, ListAnswer } from "../shapes.ts";
import { bookKeys } from "./books.ts";
import { borrowingKeys } from "./borrowings.ts";

export const favoriteKeys = {
  all: ["favorites"] as const,
  ids: () => ["favorites", "ids"] as const,
  list: (query: { page?: number; limit?: number }) => ["favorites", "list", query] as const,
};

/** The books that the person keeps, the latest first; archived ones are among them. */
export function useFavorites(query: { page?: number; limit?: number } = {}) {
  return useQuery({
    queryKey: favoriteKeys.list(query),
    queryFn: ({ signal }) => call<ListAnswer<Favorite>>("GET", "/favorites", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Whether a book is a favorite of the person; undefined until it is known. A screen that has the book's details passes
 * what they say: the list of all favorites is then not fetched, but preferred where another screen fetched it.
 */
export function useIsFavorite(bookId: string, fromDetails?: boolean): boolean | undefined {
  const ids = useQuery({
    queryKey: favoriteKeys.ids(),
    queryFn: async ({ signal }) =>
      (await call<Answer<string[]>>("GET", "/favorites/ids", { signal })).data,
    enabled: fromDetails === undefined,
    meta: { quiet: true },
  });
  if (fromDetails !== undefined && !ids.data) return fromDetails;
  // When it cannot be known, keeping the book is offered: doing it twice changes nothing.
  return ids.isError && !ids.data ? false : ids.data?.includes(bookId);
}

/** Which book is kept from now on, or no longer. */
interface Keeping {
  bookId: string;
  kept: boolean;
}

/**
 * Keeps a book or lets it go. The screen says so at once, and takes it back if the server refuses.
 */
export function useKeepFavorite() {
  const client = useQueryClient();
  return useMutation({
    // One after the other: of two quick presses the second is the one that counts.
    scope: { id: "favorites" },
    mutationFn: ({ bookId, kept }: Keeping) =>
      call<Answer<null>>(kept ? "PUT" : "DELETE", `/favorites/${segment(bookId)}`),
    onMutate: async ({ bookId, kept }) => {
      await client.cancelQueries({ queryKey: favoriteKeys.ids() });
      show(client, bookId, kept);
    },
    onError: (_error, { bookId, kept }) => show(client, bookId, !kept),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: favoriteKeys.all }),
        client.invalidateQueries({ queryKey: borrowingKeys.summary() }),
      ]),
  });
}

/** Shows at once, wherever it is cached, whether a book is a favorite. */
function show(client: QueryClient, bookId: string, kept: boolean): void {
  client.setQueryData<string[]>(favoriteKeys.ids(), (ids) => changed(ids, bookId, kept));
  client.setQueryData<BookDetail>(
    bookKeys.detail(bookId),
    (book) => book && { ...book, viewer: { ...book.viewer, isFavorite: kept } },
  );
}

function changed(
  ids: readonly string[] | undefined,
  bookId: string,
  kept: boolean,
): string[] | undefined {
  if (ids === undefined) return undefined;
  const others = ids.filter((id) => id !== bookId);
  return kept ? [bookId, ...others] : others;
}
