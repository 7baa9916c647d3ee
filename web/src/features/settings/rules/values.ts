import { parseMoney, typedMoney } from "@/lib/money.ts";
import type { Policy, Rule } from "../queries.ts";

/** The stored value for no limit. */
const NONE = "none";

/** The text in the form for a stored value: money in major units, an empty text for no limit. */
export function editable(policy: Policy, value: string, locale: string): string {
  if (value === NONE && policy.optional) return "";
  return policy.kind === "money"
    ? typedMoney(policy.decimals, locale)(Number(value) / 10 ** policy.decimals)
    : value;
}

/** The value to store for a text in the form. An invalid text is sent unchanged, and the server rejects it. */
export function storable(policy: Policy, text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" && policy.optional) return NONE;
  if (policy.kind !== "money") return trimmed;
  const amount = parseMoney(trimmed, policy.decimals);
  return amount === null ? trimmed : String(Math.round(amount * 10 ** policy.decimals));
}

/** Whether a text is a valid value of the policy. */
export function isGood(policy: Policy, text: string): boolean {
  const value = storable(policy, text);
  if (value === NONE) return policy.optional;
  if (policy.kind === "day") return /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (policy.kind === "flag" || policy.kind === "choice") return value !== "";
  const { min, max } = policy;
  return (
    /^\d+$/.test(value) &&
    (min === null || Number(value) >= min) &&
    (max === null || Number(value) <= max)
  );
}

/** Whether a rule applies to all people and items. */
function isGeneral({ patronCategory, itemType }: Rule): boolean {
  return patronCategory === null && itemType === null;
}

/** The general values in the form, by policy name. */
export function generalValues(
  policies: readonly Policy[],
  rules: readonly Rule[],
  locale: string,
): Record<string, string> {
  const entries = policies.map((policy) => {
    const rule = rules.find((one) => one.name === policy.name && isGeneral(one));
    return [policy.name, editable(policy, rule?.value ?? policy.standard, locale)];
  });
  return Object.fromEntries(entries);
}

/** A rule for some people or items in the form; an empty text means no choice. */
export interface SpecialRule {
  /** Identifies the line while it changes. */
  key: string;
  name: string;
  patronCategory: string;
  itemType: string;
  value: string;
}

/** The rules for some people or items, as values of the form. */
export function specialRules(
  policies: readonly Policy[],
  rules: readonly Rule[],
  locale: string,
): SpecialRule[] {
  return rules.flatMap((rule, place) => {
    const policy = policies.find(({ name }) => name === rule.name);
    if (!policy || isGeneral(rule)) return [];
    return {
      key: String(place),
      name: rule.name,
      patronCategory: rule.patronCategory ?? "",
      itemType: rule.itemType ?? "",
      value: editable(policy, rule.value, locale),
    };
  });
}

/** Why a rule is invalid: it has no group, it is a duplicate, or its value is invalid. */
export type SpecialProblem = "case" | "twice" | "value";

export function specialProblem(
  policies: readonly Policy[],
  rule: SpecialRule,
  all: readonly SpecialRule[],
): SpecialProblem | null {
  if (rule.patronCategory === "" && rule.itemType === "") return "case";
  const isSameCase = (other: SpecialRule) =>
    other !== rule &&
    other.name === rule.name &&
    other.patronCategory === rule.patronCategory &&
    other.itemType === rule.itemType;
  if (all.some(isSameCase)) return "twice";
  const policy = policies.find(({ name }) => name === rule.name);
  return policy && isGood(policy, rule.value) ? null : "value";
}

/** The rules to save: values that differ from the default, rules for groups, and rules of other screens. */
export function rulesOf(
  policies: readonly Policy[],
  values: Record<string, string>,
  special: readonly SpecialRule[],
  before: readonly Rule[],
): Rule[] {
  const edited = new Set(policies.map(({ name }) => name));
  const kept = before.filter((rule) => !edited.has(rule.name));
  const forSome = special.flatMap(({ name, patronCategory, itemType, value }) => {
    const policy = policies.find((one) => one.name === name);
    if (!policy) return [];
    return {
      name: policy.name,
      patronCategory: patronCategory === "" ? null : patronCategory,
      itemType: itemType === "" ? null : itemType,
      value: storable(policy, value),
    };
  });
  const general = policies
    .map((policy) => ({ policy, value: storable(policy, values[policy.name] ?? "") }))
    .filter(({ policy, value }) => value !== policy.standard)
    .map(({ policy, value }) => ({
      name: policy.name,
      patronCategory: null,
      itemType: null,
      value,
    }));
  return [...general, ...forSome, ...kept];
}
