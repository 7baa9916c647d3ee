import { useLayoutEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";

/** New values of query parameters; null, an empty text or an empty list removes one. A list repeats its parameter. */
export type AddressChanges = Readonly<Record<string, string | number | readonly string[] | null>>;

/** The query of an address with some values changed; others are kept. */
export function withChanges(query: URLSearchParams, changes: AddressChanges): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (typeof value === "object" && value !== null) {
      changed.delete(name);
      for (const one of value) changed.append(name, one);
    } else if (value === null || value === "") changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}

/** The page of a query, from 1; an invalid page is the first one. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The choice in a query; the fallback if it is none of the choices. */
export function choiceOf<V extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly V[],
  fallback: V,
): V {
  const value = query.get(name);
  return choices.find((choice) => choice === value) ?? fallback;
}

/** Reads and changes the state of a screen in the address, so that every view can be shared and restored. */
export function useAddress() {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  // A delayed search calls a function of an earlier render, which must change the current address.
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  // While a screen's code is loading, the browser's address is ahead of the rendered screen.
  const now = () =>
    window.location.pathname === pathname
      ? new URLSearchParams(window.location.search)
      : latest.current;
  return {
    query,
    search: query.get("search") ?? "",
    page: pageOf(query),
    /** Goes to the same screen with these changes; the scroll position stays. */
    change(changes: AddressChanges, { replace = false } = {}) {
      setQuery(withChanges(now(), changes), { replace, preventScrollReset: true });
    },
    /**
     * Searches from the first page on. The first keystroke adds a history entry and further ones replace it, so that
     * Back leaves the search at once.
     */
    searchFor(text: string) {
      setQuery(withChanges(now(), { search: text, page: null }), {
        replace: now().has("search"),
        preventScrollReset: true,
      });
    },
    /** Opens a page of the list and scrolls to its top. */
    goToPage(page: number) {
      setQuery(withChanges(now(), { page: page === 1 ? null : page }));
    },
    /** The address of the same screen with these changes, for links. */
    with(changes: AddressChanges): string {
      const changed = withChanges(query, changes).toString();
      return changed === "" ? pathname : `${pathname}?${changed}`;
    },
  };
}
