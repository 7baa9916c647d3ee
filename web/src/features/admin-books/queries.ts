import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "@/api/client.ts";
import { type BookListQuery, refreshCirculation } from "@/api/queries/books.ts";
import type { components } from "@/api/schema.d.ts";
import type { Answer, Book, BookListAnswer, BookSaved, Copy } from "@/api/shapes.ts";

/** The catalogue or the archive. */
export type BookStatus = "current" | "archived";

/** The filters, the order and the page of the administrator's list of books; absent values take the server's defaults. */
export interface ManagedBooksQuery extends Omit<BookListQuery, "isSemesterStudy"> {
  status?: BookStatus;
}

/** What is sent of a book's record: an absent property is unchanged, null clears it. */
export type BookRecord = components["schemas"]["BookChangeForm"];

/** The record of a new book, with its number of copies. */
export type NewBook = components["schemas"]["BookForm"];

const keys = {
  list: (query: ManagedBooksQuery) => ["admin", "books", "list", query] as const,
  one: (id: string) => ["admin", "books", "one", id] as const,
  copies: (bookId: string) => ["admin", "books", "copies", bookId] as const,
};

/** A page of the catalogue or the archive; the previous page stays while the next one loads. */
export function useManagedBooks(query: ManagedBooksQuery) {
  return useQuery({
    queryKey: keys.list(query),
    queryFn: ({ signal }) =>
      call<BookListAnswer>("GET", "/admin/books", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    // The index follows the catalogue by a moment: who looks for what they have just added and
    // looks again must not be shown the first answer.
    ...(query.search ? { staleTime: 0 } : {}),
  });
}

/** One book; the values in a cached list are shown at once. */
export function useManagedBook(id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      (await call<Answer<Book>>("GET", `/books/${segment(id)}`, { signal })).data,
    placeholderData: () =>
      client
        .getQueriesData<BookListAnswer>({ queryKey: ["admin", "books", "list"] })
        .flatMap(([, answer]) => answer?.data ?? [])
        .find((book) => book._id === id),
  });
}

/** The copies of a book, by barcode, with their borrowers. */
export function useCopies(bookId: string) {
  return useQuery({
    queryKey: keys.copies(bookId),
    queryFn: async ({ signal }) =>
      (await call<Answer<Copy[]>>("GET", `/books/${segment(bookId)}/copies`, { signal })).data,
  });
}

/** A change of the catalogue; everything that shows books is loaded again after it. */
function useCatalogueChange<V, A>(change: (variables: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: refreshCirculation(client) });
}

export function useAddBook() {
  return useCatalogueChange((book: NewBook) => call<BookSaved>("POST", "/books", { body: book }));
}

export function useChangeBook(id: string) {
  return useCatalogueChange((record: BookRecord) =>
    call<BookSaved>("PUT", `/books/${segment(id)}`, { body: record }),
  );
}

/** Archives a book. A book that was never borrowed is deleted, which the server's message states. */
export function useArchiveBook() {
  return useCatalogueChange((id: string) => call<Answer<null>>("DELETE", `/books/${segment(id)}`));
}

/** Takes a book out of the archive. */
export function useRestoreBook() {
  return useCatalogueChange((id: string) =>
    call<Answer<Book>>("POST", `/books/${segment(id)}/restore`),
  );
}

/** Adds copies with generated barcodes, of the book's item type or of another one. */
export function useAddCopies(bookId: string) {
  return useCatalogueChange((copies: { count: number; itemType: string | null }) =>
    call<Answer<Copy[]>>("POST", `/books/${segment(bookId)}/copies`, { body: copies }),
  );
}

/** Gives a copy an item type of its own, or that of its book. */
export function useChangeCopy() {
  return useCatalogueChange(({ id, itemType }: { id: string; itemType: string | null }) =>
    call<Answer<Copy>>("PUT", `/copies/${segment(id)}`, { body: { itemType } }),
  );
}

/** Withdraws a copy from the collection. */
export function useWithdrawCopy() {
  return useCatalogueChange((copyId: string) =>
    call<Answer<Copy>>("DELETE", `/copies/${segment(copyId)}`),
  );
}
