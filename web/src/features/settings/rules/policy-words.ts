import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, type Translate, useTranslation } from "@/lib/i18n/index.ts";
import type { Policy } from "../queries.ts";

/** Why a value of a policy is invalid, without its bounds. */
export function problemOf({ kind }: Pick<Policy, "kind">): TextKey {
  if (kind === "money") return "settings.rules.badAmount";
  return kind === "day" ? "settings.rules.badDay" : "settings.rules.wholeNumber";
}

/** Why a value of a policy is invalid, with its bounds. */
export function problemWords(policy: Pick<Policy, "kind" | "min" | "max">, t: Translate): string {
  const { kind, min, max } = policy;
  return kind === "number" && max !== null
    ? t("settings.rules.badNumber", { min: min ?? 0, max })
    : t(problemOf(policy));
}

/** The possible values of a choice or a yes-or-no policy; empty for an entered value. */
export function choicesOf({ kind, choices }: Pick<Policy, "kind" | "choices">): readonly string[] {
  return kind === "flag" ? ["true", "false"] : choices;
}

export function choiceText(value: string): TextKey {
  return `settings.rules.choices.${value}` as TextKey;
}

/** The meaning of an empty value, where it is not "no limit". */
const NONE: Partial<Record<Policy["name"], TextKey>> = {
  renewal_days: "settings.rules.renewal_days.none",
  no_renewal_before_days: "settings.rules.no_renewal_before_days.none",
};

/** Converts stored values to words. */
export function useShown() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    { name, kind, decimals }: Pick<Policy, "name" | "kind" | "decimals">,
    value: string,
  ): string => {
    if (value === "none") return t(NONE[name] ?? "settings.rules.noLimit");
    if (kind === "money") return format.money(Number(value) / 10 ** decimals);
    if (kind === "number") return value;
    return kind === "day" ? format.date(value) : t(choiceText(value));
  };
}
