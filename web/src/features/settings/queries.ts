import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { settingsKeys } from "@/api/keys/staff.ts";
import type { Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";
import {
  SECTION_CALLS,
  type SectionForms,
  type SectionName,
  type Sections,
} from "./section-calls.ts";

export type Policy = Sections["rules"]["policies"][number];
export type Rule = Sections["rules"]["rules"][number];
export type Explanation = Shape<"Explanation">;

/** The stored section. It is never fresh, because a change is based on it. */
export function useSettings<N extends SectionName>(name: N) {
  return useQuery({
    queryKey: settingsKeys.section(name),
    queryFn: async ({ signal }): Promise<Sections[N]> =>
      (await SECTION_CALLS[name].load(signal)).data,
    staleTime: 0,
    // Values must not change while they are being edited.
    refetchOnReconnect: false,
    refetchOnMount: "always",
  });
}

/** Saves a whole section; all data that depends on it is loaded again. */
export function useSaveSettings<N extends SectionName>(name: N) {
  return useChange({
    call: async (form: SectionForms[N] & { version: string }): Promise<Sections[N]> =>
      (await SECTION_CALLS[name].save(form)).data,
    changes: "settings",
    onSuccess: (saved, _form, client) => client.setQueryData(settingsKeys.section(name), saved),
  });
}

/** The values that apply to a kind of person and item, by the stored rules. */
export function useExplanation(patronCategory: string, itemType: string) {
  return useQuery({
    queryKey: settingsKeys.explanation(patronCategory, itemType),
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/admin/settings/rules/explanation", {
          query: { patronCategory, itemType },
          signal,
        })
      ).data,
  });
}
