import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { type Sending, sendCover } from "@/api/file-transfer.ts";
import { managedBookKeys } from "@/api/keys/staff.ts";
import type { BookListQuery } from "@/api/queries/books.ts";
import type { Book, BookListAnswer, Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

/** The catalogue or the archive. */
export type BookStatus = "current" | "archived";

/**
 * The filters, the order and the page of the administrator's list of books; absent values mean the server's defaults.
 */
export interface ManagedBooksQuery extends Omit<BookListQuery, "isSemesterStudy"> {
  status?: BookStatus;
}

/** A change of a book's record: absent fields are unchanged, null clears a field. */
export type BookRecord = Shape<"BookChangeForm">;

/** The record of a new book, with its number of copies. */
export type NewBook = Shape<"BookForm">;

/** A page of the catalogue or the archive; the previous page stays while the next one loads. */
export function useManagedBooks(query: ManagedBooksQuery) {
  return useQuery({
    queryKey: managedBookKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/admin/books", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    // The index is updated shortly after the catalogue: a repeated search for a new book must not show the cached
    // response.
    ...(query.search ? { staleTime: 0 } : {}),
  });
}

/** The maximum number of other books with an ISBN that are named. */
const MOST_WITH_ISBN = 5;

/** The first books of the catalogue with an ISBN; with null, none are searched. A failure is not shown. */
export function useBooksWithIsbn(isbn: string | null) {
  const query: ManagedBooksQuery = {
    status: "current",
    search: isbn ?? "",
    limit: MOST_WITH_ISBN,
  };
  return useQuery({
    queryKey: managedBookKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/admin/books", { query: { ...query }, signal }),
    enabled: isbn !== null,
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  });
}

/** The names of all categories of the catalogue, independent of the filters of a list. */
export function useCategories() {
  const query: ManagedBooksQuery = { status: "current", limit: 1 };
  return useQuery({
    queryKey: managedBookKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/admin/books", { query: { ...query }, signal }),
    select: (answer) => (answer.facets.category ?? []).map(({ value }) => value),
  });
}

/** One book with its details, which lists do not have. */
export function useManagedBook(id: string) {
  return useQuery({
    queryKey: managedBookKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call("GET", "/books/{id}", { path: { id }, signal })).data,
  });
}

/** The book of a cached list, until the book itself is loaded. */
export function useListedBook(id: string): Book | undefined {
  return useQueryClient()
    .getQueriesData<BookListAnswer>({ queryKey: managedBookKeys.lists })
    .flatMap(([, answer]) => answer?.data ?? [])
    .find((book) => book._id === id);
}

/** The subjects of the catalogue that have the words of a text, those of most books first. */
export function useSubjectsLike(text: string) {
  const words = wordsOf(text);
  const search = words.map((word) => `subject:${word}`).join(" ");
  return useQuery({
    queryKey: managedBookKeys.subjects(words.join(" ")),
    queryFn: ({ signal }) =>
      call("GET", "/books", { query: { search, facets: ["subject"], limit: 1 }, signal }),
    // The found books have other subjects, too.
    select: ({ facets }) =>
      (facets.subject ?? [])
        .map(({ value }) => value)
        .filter((heading) => {
          const inHeading = wordsOf(heading);
          return words.every((word) => inHeading.some((one) => one.startsWith(word)));
        }),
    placeholderData: keepPreviousData,
    enabled: words.length > 0,
  });
}

/** The words of a text in lower case, without accents. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The MARC record of a book, as text. */
export function useMarcRecord(id: string) {
  return useQuery({
    queryKey: managedBookKeys.marc(id),
    queryFn: async ({ signal }) =>
      (await call("GET", "/books/{id}/marc", { path: { id }, signal })).data,
  });
}

/** The copies of a book, by barcode, with their borrowers. */
export function useCopies(bookId: string) {
  return useQuery({
    queryKey: managedBookKeys.copies(bookId),
    queryFn: async ({ signal }) =>
      (await call("GET", "/books/{id}/copies", { path: { id: bookId }, signal })).data,
  });
}

/** A change of the catalogue; all data with books is then loaded again. */
function useCatalogueChange<A, V = void>(change: (values: V) => Promise<A>) {
  return useChange<A, V>({ call: change, changes: "book" });
}

export function useAddBook() {
  return useCatalogueChange((book: NewBook) => call("POST", "/books", { body: book }));
}

export function useChangeBook(id: string) {
  return useCatalogueChange((record: BookRecord) =>
    call("PUT", "/books/{id}", { path: { id }, body: record }),
  );
}

interface SentCover extends Sending {
  bookId: string;
  file: File;
  /** The `updatedAt` of the book that the person has seen. */
  basedOn: string | undefined;
}

/** Uploads the cover of a book. */
export function useUploadCover() {
  return useChange({
    call: ({ bookId, file, basedOn, ...sending }: SentCover) =>
      sendCover(bookId, file, basedOn, sending),
    changes: "book",
    quiet: true,
  });
}

/** Replaces the MARC record of a book, and its details with what the record says. */
export function useChangeMarcRecord(id: string) {
  return useChange({
    call: (form: Shape<"MarcForm">) =>
      call("PUT", "/books/{id}/marc", { path: { id }, body: form }),
    changes: "book",
    onSuccess: ({ findings }, { text }, client) =>
      client.setQueryData<Shape<"MarcRecord">>(managedBookKeys.marc(id), {
        text,
        isStored: true,
        findings,
      }),
  });
}

/** Archives a book. */
export function useArchiveBook() {
  return useCatalogueChange((id: string) => call("POST", "/books/{id}/archive", { path: { id } }));
}

/** Deletes a book that was never borrowed. */
export function useDeleteBook() {
  return useCatalogueChange((id: string) => call("DELETE", "/books/{id}", { path: { id } }));
}

/** Undoes the deletion of a book, within two minutes. */
export function useUndoDeleteBook() {
  return useCatalogueChange((id: string) =>
    call("POST", "/books/{id}/undo-delete", { path: { id } }),
  );
}

/** Restores a book from the archive. */
export function useRestoreBook() {
  return useCatalogueChange((id: string) => call("POST", "/books/{id}/restore", { path: { id } }));
}

/** Adds copies: a number of them with generated barcodes, or each with its own barcode and condition. */
export function useAddCopies(bookId: string) {
  return useCatalogueChange((copies: Shape<"CopiesForm">) =>
    call("POST", "/books/{id}/copies", { path: { id: bookId }, body: copies }),
  );
}

/** Changes a copy. */
export function useChangeCopy() {
  return useCatalogueChange(({ id, ...change }: Shape<"CopyChangeForm"> & { id: string }) =>
    call("PUT", "/copies/{id}", { path: { id }, body: change }),
  );
}

/** Withdraws a copy from the collection. */
export function useWithdrawCopy() {
  return useCatalogueChange(({ id, reason }: { id: string; reason: string }) =>
    call("DELETE", "/copies/{id}", {
      path: { id },
      query: reason.trim() === "" ? {} : { reason },
    }),
  );
}
