import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { managedBookKeys } from "@/api/keys/staff.ts";
import type { Shape } from "@/api/shapes.ts";

export type Heading = Shape<"Heading">;
export type HeadingKind = "category" | "subject";
export type HeadingSort = "name" | "books";

interface HeadingsQuery {
  kind: HeadingKind;
  search: string;
  sort: HeadingSort;
  page: number;
  limit: number;
}

/** A page of the categories or the subjects that books have. */
export function useHeadings(query: HeadingsQuery) {
  return useQuery({
    queryKey: managedBookKeys.headings(query),
    queryFn: ({ signal }) => call("GET", "/headings", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    // Subjects are read from the index, which follows the catalogue a moment later.
    staleTime: 0,
  });
}
