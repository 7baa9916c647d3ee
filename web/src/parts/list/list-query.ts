import { useFormat } from "@/lib/format-context.tsx";

/** A page of a list, as the server returns it. */
export interface PageOf<R> {
  data: readonly R[];
  pagination: { page: number; pages: number; total: number; limit: number };
}

/** The query of a page of a list, as React Query returns it. */
export interface ListOf<A> {
  data: A | undefined;
  error: unknown;
  isFetching: boolean;
  /** Whether the previous page is shown while this one loads. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** The number of entries in words, to show, and to announce once it is known for the current filters. */
export function useFound(
  { data, isPlaceholderData }: ListOf<PageOf<unknown>>,
  found: (total: number, number: string) => string,
) {
  const format = useFormat();
  const total = data?.pagination.total;
  const shown = total === undefined ? "" : found(total, format.count(total));
  return { shown, announced: isPlaceholderData ? "" : shown };
}
