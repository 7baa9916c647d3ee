import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { earlyData } from "../early-calls.ts";
import { libraryKeys } from "../keys/library.ts";

/** The pages that every footer links to. */
export const PAGE_NAMES = ["about", "contact", "privacy", "terms", "help"] as const;

export type PageName = (typeof PAGE_NAMES)[number];

/** A public page; its text is null when the library uses the standard one. */
export function usePublicPage(name: PageName) {
  return useQuery({
    queryKey: libraryKeys.page(name),
    queryFn: async ({ signal }) =>
      (await call("GET", "/pages/{name}", { path: { name }, signal })).data,
  });
}

/** The standard circulation rules, and the days on which the library is closed. */
export function useLibraryRules() {
  return useQuery({
    queryKey: libraryKeys.rules,
    queryFn: async ({ signal }) => (await call("GET", "/library/rules", { signal })).data,
  });
}

/** The texts of the home page. Failures show no toast: the page then has its standard texts. */
export function useHome() {
  return useQuery({
    queryKey: libraryKeys.home,
    queryFn: async ({ signal }) => (await call("GET", "/home", { signal })).data,
    ...earlyData("/home", {}, ({ data }) => data),
    meta: { quiet: true },
  });
}
