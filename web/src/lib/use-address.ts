import { useLayoutEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";

/** New values by their names in the address; null and an empty text remove a name. */
export type AddressChanges = Readonly<Record<string, string | number | null>>;

/** The query of an address with some of its values changed; the others stay. */
export function withChanges(query: URLSearchParams, changes: AddressChanges): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}

/** The page of a query, from 1; an invalid page is the first one. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The choice that a query names; the fallback when it names none of them. */
export function choiceOf<V extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly V[],
  fallback: V,
): V {
  const value = query.get(name);
  return choices.find((choice) => choice === value) ?? fallback;
}

/** The state of a screen in the address, so that any view can be shared and restored. */
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
     * Searches from the first page on. The first keystroke makes an entry in the history, the next
     * ones change it, so that Back leaves the search at once.
     */
    searchFor(text: string) {
      setQuery(withChanges(now(), { search: text, page: null }), {
        replace: now().has("search"),
        preventScrollReset: true,
      });
    },
    /** Goes to a page of the list and to the top of it. */
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
