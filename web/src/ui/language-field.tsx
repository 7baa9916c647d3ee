import type { ComponentProps } from "react";
import { LANGUAGES } from "@/lib/i18n/languages.ts";
import { Select } from "./select.tsx";

interface LanguageFieldProps
  extends Omit<ComponentProps<typeof Select<string>>, "options" | "optional"> {
  /** What no choice means; without it, a language must be chosen. */
  none?: string;
}

/** Each language by its own name, so that people find theirs whatever language the page has. */
const OPTIONS = LANGUAGES.filter(({ isComplete }) => isComplete).map(({ code, name }) => ({
  value: code,
  label: name,
}));

/** A choice among the languages of the product. */
export function LanguageField({ none, ...props }: LanguageFieldProps) {
  return (
    <Select
      {...props}
      optional={none !== undefined}
      options={none === undefined ? OPTIONS : [{ value: "", label: none }, ...OPTIONS]}
    />
  );
}
