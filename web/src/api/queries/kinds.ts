import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { settingsKeys } from "../keys/staff.ts";

/** The library's own patron categories and item types, as administrators see them. */
export function useKinds({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    // The same cache entry as the section of the settings in which they are changed.
    queryKey: settingsKeys.section("kinds"),
    queryFn: async ({ signal }) => (await call("GET", "/admin/settings/kinds", { signal })).data,
    enabled,
  });
}
