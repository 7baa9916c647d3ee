import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import type { Answer, Home, House, PublicPage } from "../shapes.ts";

/** The pages at the foot of every screen. */
export const PAGE_NAMES = ["about", "contact", "privacy", "terms", "help"] as const;

export type PageName = (typeof PAGE_NAMES)[number];

/** A public page; without a text of the library's own the standard one holds. */
export function usePublicPage(name: PageName) {
  return useQuery({
    queryKey: ["pages", name],
    queryFn: async ({ signal }) =>
      (await call<Answer<PublicPage>>("GET", `/pages/${name}`, { signal })).data,
  });
}

/** The rules for those for whom no special ones are made, and when the library is closed. */
export function useHouse() {
  return useQuery({
    queryKey: ["library", "rules"],
    queryFn: async ({ signal }) =>
      (await call<Answer<House>>("GET", "/library/rules", { signal })).data,
  });
}

/** The home page's own part. Never tells of its failures: the page then has its standard words. */
export function useHome() {
  return useQuery({
    queryKey: ["home"],
    queryFn: async ({ signal }) => (await call<Answer<Home>>("GET", "/home", { signal })).data,
    meta: { quiet: true },
  });
}
