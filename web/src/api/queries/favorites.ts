import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { changed } from "../changes.ts";
import { call } from "../client.ts";
import { bookKeys } from "../keys/books.ts";
import { favoriteKeys } from "../keys/person.ts";
import type { BookDetail } from "../shapes.ts";

/** The person's favorites, the latest first, archived books included. */
export function useFavorites(query: { page?: number; limit?: number } = {}) {
  return useQuery({
    queryKey: favoriteKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/favorites", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Whether a book is a favorite of the person; undefined while unknown. A screen that has the book's details passes the
 * value in them: the list of all favorites is then not loaded, but used if another screen has loaded it.
 */
export function useIsFavorite(bookId: string, fromDetails?: boolean): boolean | undefined {
  const ids = useQuery({
    queryKey: favoriteKeys.ids,
    queryFn: async ({ signal }) => (await call("GET", "/favorites/ids", { signal })).data,
    enabled: fromDetails === undefined,
    meta: { quiet: true },
  });
  if (fromDetails !== undefined && !ids.data) return fromDetails;
  // If the list cannot be loaded, the book can still be added: adding a favorite twice has no effect.
  return ids.isError && !ids.data ? false : ids.data?.includes(bookId);
}

/** A book that is added to the favorites or removed from them. */
interface FavoriteChange {
  bookId: string;
  isFavorite: boolean;
}

/**
 * Adds a book to the favorites or removes it. Shows the change at once, and reverts it if the server refuses.
 *
 * @param quiet whether the screen has its own message for every failure, so that there is no general toast
 */
export function useChangeFavorite({ quiet = false }: { quiet?: boolean } = {}) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet },
    // In sequence, so that the second of two quick clicks wins.
    scope: { id: "favorites" },
    mutationFn: ({ bookId, isFavorite }: FavoriteChange) =>
      call(isFavorite ? "PUT" : "DELETE", "/favorites/{bookId}", { path: { bookId } }),
    onMutate: async ({ bookId, isFavorite }) => {
      await client.cancelQueries({ queryKey: favoriteKeys.ids });
      showChange(client, bookId, isFavorite);
    },
    onError: (_error, { bookId, isFavorite }) => showChange(client, bookId, !isFavorite),
    onSettled: () => void changed(client, "favorite"),
  });
}

/** Updates every cached response that contains whether a book is a favorite. */
function showChange(client: QueryClient, bookId: string, isFavorite: boolean): void {
  client.setQueryData<string[]>(favoriteKeys.ids, (ids) => changedIds(ids, bookId, isFavorite));
  client.setQueryData<BookDetail>(bookKeys.detail(bookId), (book) =>
    book?.viewer ? { ...book, viewer: { ...book.viewer, isFavorite: isFavorite } } : book,
  );
}

function changedIds(
  ids: readonly string[] | undefined,
  bookId: string,
  isFavorite: boolean,
): string[] | undefined {
  if (ids === undefined) return undefined;
  const others = ids.filter((id) => id !== bookId);
  return isFavorite ? [bookId, ...others] : others;
}
