import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import type { Answer, Home, LibraryRules, PublicPage } from "../shapes.ts";

/** The pages at the foot of every screen. */
export const PAGE_NAMES = ["about", "contact", "privacy", "terms", "help"] as const;

export type PageName = (typeof PAGE_NAMES)[number];

/** A public page; its text is null when the library uses the standard one. */
export function usePublicPage(name: PageName) {
  return useQuery({
    queryKey: ["pages", name],
    queryFn: async ({ signal }) =>
      (await call<Answer<PublicPage>>("GET", `/pages/${name}`, { signal })).data,
  });
}

/** The standard circulation rules, and the days on which the library is closed. */
export function useLibraryRules() {
  return useQuery({
    queryKey: ["library", "rules"],
    queryFn: async ({ signal }) =>
      (await call<Answer<LibraryRules>>("GET", "/library/rules", { signal })).data,
  });
}

/** The texts of the home page. Failures show no toast: the page then has its standard texts. */
export function useHome() {
  return useQuery({
    queryKey: ["home"],
    queryFn: async ({ signal }) => (await call<Answer<Home>>("GET", "/home", { signal })).data,
    meta: { quiet: true },
  });
}
