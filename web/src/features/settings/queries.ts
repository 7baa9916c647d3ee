import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import type { components } from "@/api/schema.d.ts";
import type { Answer } from "@/api/shapes.ts";

type Schemas = components["schemas"];

/** What each section of the settings is, by its path below `/api/admin/settings/`. */
export interface Sections {
  library: Schemas["LibrarySettings"];
  "opening-days": Schemas["OpeningDays"];
  rules: Schemas["Rules"];
  kinds: Schemas["Kinds"];
  home: Schemas["HomeSettings"];
  registration: Schemas["RegistrationSettings"];
  security: Schemas["SecuritySettings"];
  privacy: Schemas["PrivacySettings"];
  [page: `pages/${string}`]: Schemas["PageSettings"];
}

export type Policy = Sections["rules"]["policies"][number];
export type Rule = Sections["rules"]["rules"][number];
export type Explanation = Schemas["Explanation"];

const keys = {
  section: (name: string) => ["admin", "settings", name] as const,
  explanation: (person: string, item: string) =>
    ["admin", "settings", "rules", "explanation", person, item] as const,
};

/** A section as it is stored now. Never taken for fresh: it is about to be changed. */
export function useSettings<N extends keyof Sections & string>(name: N) {
  return useQuery({
    queryKey: keys.section(name),
    queryFn: async ({ signal }) =>
      (await call<Answer<Sections[N]>>("GET", `/admin/settings/${name}`, { signal })).data,
    staleTime: 0,
    // Values must not change while they are being edited.
    refetchOnReconnect: false,
    refetchOnMount: "always",
  });
}

/** Saves a whole section; the public data of the library is loaded again. */
export function useSaveSettings<N extends keyof Sections & string>(name: N) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: object) =>
      (await call<Answer<Sections[N]>>("PUT", `/admin/settings/${name}`, { body: form })).data,
    onSuccess: async (saved) => {
      client.setQueryData(keys.section(name), saved);
      await Promise.all([
        client.invalidateQueries({ queryKey: ["library"] }),
        client.invalidateQueries({ queryKey: ["home"] }),
        client.invalidateQueries({ queryKey: ["pages"] }),
        client.invalidateQueries({ queryKey: ["books"] }),
        client.invalidateQueries({ queryKey: [...keys.section("privacy"), "kept"] }),
        client.invalidateQueries({ queryKey: [...keys.section("rules"), "explanation"] }),
      ]);
    },
  });
}

/** What applies to a kind of person and item, by the rules as they are stored. */
export function useExplanation(patronCategory: string, itemType: string) {
  return useQuery({
    queryKey: keys.explanation(patronCategory, itemType),
    queryFn: async ({ signal }) =>
      (
        await call<Answer<Explanation[]>>("GET", "/admin/settings/rules/explanation", {
          query: { patronCategory, itemType },
          signal,
        })
      ).data,
  });
}
