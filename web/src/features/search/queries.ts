import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { bookKeys } from "@/api/keys/books.ts";
import { borrowingKeys } from "@/api/keys/person.ts";
import { managedBookKeys, userKeys } from "@/api/keys/staff.ts";
import type { BookListQuery } from "@/api/queries/books.ts";
import type { AllBorrowingsQuery } from "@/api/queries/borrowings.ts";

/** The number of results of each kind that the panel shows. */
const BOOKS = 6;
const PEOPLE = 4;

/** The best matching books; the previous results stay while the next ones load. */
export function useFoundBooks(search: string) {
  const query: BookListQuery = { search, limit: BOOKS };
  return useQuery({
    queryKey: bookKeys.list(query),
    // The signal aborts the call as soon as the text changes.
    queryFn: ({ signal }) => call("GET", "/books", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    enabled: search !== "",
  });
}

/** Staff: people by name, email or student ID. */
export function useFoundPeople(search: string, options: { enabled: boolean }) {
  const query = { search, limit: PEOPLE };
  return useQuery({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/admin/users", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: options.enabled && search !== "",
  });
}

/** Whether a text can be a barcode; only then a search requests borrowings. */
function mayBeBarcode(text: string): boolean {
  return /^[\p{L}\p{N}.-]+$/u.test(text) && (text.match(/\d/g)?.length ?? 0) >= 4;
}

/** Staff: the copy with this barcode, on the shelf or elsewhere. */
export function useFoundCopy(search: string, options: { enabled: boolean }) {
  const query = { search, limit: 1 };
  return useQuery({
    queryKey: managedBookKeys.allCopies(query),
    queryFn: ({ signal }) => call("GET", "/copies", { query, signal }),
    select: ({ data }) =>
      data.filter(({ barcode }) => barcode.toLowerCase() === search.toLowerCase()),
    enabled: options.enabled && mayBeBarcode(search),
  });
}

/** Staff: the open borrowing of the copy with this barcode. */
export function useFoundBorrowing(search: string, options: { enabled: boolean }) {
  const query: AllBorrowingsQuery = { search, status: "open", limit: 1 };
  return useQuery({
    queryKey: borrowingKeys.everyone(query),
    queryFn: ({ signal }) => call("GET", "/borrowings", { query: { ...query }, signal }),
    select: ({ data }) =>
      data.filter(({ copy }) => copy.barcode.toLowerCase() === search.toLowerCase()),
    enabled: options.enabled && mayBeBarcode(search),
  });
}
