import type { ComponentProps } from "react";
import { LANGUAGES } from "@/lib/i18n/languages.ts";
import { Select } from "./select.tsx";

interface LanguageFieldProps
  extends Omit<ComponentProps<typeof Select<string>>, "options" | "optional"> {
  /** The label of the empty choice; if absent, a language must be chosen. */
  none?: string;
}

/** Each language by its name in the language itself, so that people find theirs in any language of the page. */
const OPTIONS = LANGUAGES.filter(({ isComplete }) => isComplete).map(({ code, name }) => ({
  value: code,
  label: name,
}));

/** A select for a language of the product. */
export function LanguageField({ none, ...props }: LanguageFieldProps) {
  return (
    <Select
      {...props}
      optional={none !== undefined}
      options={none === undefined ? OPTIONS : [{ value: "", label: none }, ...OPTIONS]}
    />
  );
}
