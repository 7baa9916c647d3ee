import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import type { Answer, Kinds } from "../shapes.ts";

/** The library's own patron categories and item types, as administrators see them. */
export function useKinds() {
  return useQuery({
    // The section of the settings in which they are changed.
    queryKey: ["admin", "settings", "kinds"],
    queryFn: async ({ signal }) =>
      (await call<Answer<Kinds>>("GET", "/admin/settings/kinds", { signal })).data,
  });
}
