import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { bookLookupKeys } from "@/api/keys/staff.ts";
import type { Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

export type BookLookup = Shape<"BookLookup">;
export type SourceAnswer = Shape<"BookSourceAnswer">;

/** What the library and the sources know of an ISBN. Sources are asked once, and not again by themselves. */
export function useLookup(isbn: string | null) {
  return useQuery({
    queryKey: bookLookupKeys.one(isbn ?? ""),
    queryFn: async ({ signal }) =>
      (await call("GET", "/book-lookups", { query: { isbn: isbn ?? "" }, signal })).data,
    enabled: isbn !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}

/** Returns a function that forgets what is known of an ISBN: the library has changed. */
export function useForgetLookup(): (isbn: string) => void {
  const client = useQueryClient();
  return (isbn) => void client.resetQueries({ queryKey: bookLookupKeys.one(isbn) });
}

/** Lets the server fetch a cover of Open Library for a book. */
export function useSetOpenLibraryCover() {
  return useChange({
    call: ({ bookId, cover }: { bookId: string; cover: number }) =>
      call("POST", "/books/{id}/open-library-cover", { path: { id: bookId }, body: { cover } }),
    changes: "book",
    quiet: true,
  });
}

/** Adds copies of a book. */
export function useAddCopiesOf() {
  return useChange({
    call: ({ bookId, form }: { bookId: string; form: Shape<"CopiesForm"> }) =>
      call("POST", "/books/{id}/copies", { path: { id: bookId }, body: form }),
    changes: "book",
  });
}

/** Reads the copies of a book that was just added. */
export async function copiesOf(bookId: string): Promise<Shape<"Copy">[]> {
  return (await call("GET", "/books/{id}/copies", { path: { id: bookId } })).data;
}

/** Takes back what was added: a book, or copies of a book. */
export function useTakeBack() {
  return useChange({
    call: async ({ bookId, copyIds }: { bookId: string; copyIds: readonly string[] | null }) => {
      if (!copyIds) return call("DELETE", "/books/{id}", { path: { id: bookId } });
      for (const id of copyIds) await call("DELETE", "/copies/{id}", { path: { id } });
    },
    changes: "book",
  });
}
