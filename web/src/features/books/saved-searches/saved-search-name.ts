import { SAVED_SEARCH_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";

/** The form for the name of a saved search. */
export interface NameValues {
  name: string;
}

/** The error of the name. */
export function checkName({ name }: NameValues): Problems<NameValues> {
  const length = [...name.trim()].length;
  if (length === 0) return { name: "savedSearches.nameMissing" };
  return { name: length > SAVED_SEARCH_FORM.name.max ? "savedSearches.nameTooLong" : undefined };
}
