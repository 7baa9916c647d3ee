import { PERMISSION_TEXTS, SCOPE_TEXTS } from "@/api/permission-words.ts";
import type { BorrowingState, Shape } from "@/api/shapes.ts";
import { WEBHOOK_EVENT_TEXTS } from "@/api/webhook-event-words.ts";
import type { Format } from "@/lib/format-context.tsx";
import admin from "@/lib/i18n/en/admin.json";
import audit from "@/lib/i18n/en/audit.json";
import settings from "@/lib/i18n/en/settings.json";
import type { TextKey, Translate } from "@/lib/i18n/index.ts";
import { WEEKDAYS } from "@/lib/weekdays.ts";
import { ACTIONS, nameKey } from "./actions.ts";
import type { Names } from "./names.ts";

/** What the words for a value depend on. */
export interface Voice {
  t: Translate;
  format: Pick<Format, "date" | "dateTime" | "decimals" | "list" | "money" | "weekday">;
  names: Names;
}

/** The codes of a call that was refused because of the caller's permissions. */
type AccessCode = Extract<
  Shape<"FailureCode">,
  | "not_allowed"
  | "missing_scope"
  | "session_needed"
  | "confirmation_needed"
  | "second_factor_needed"
  | "account_inactive"
>;

/** The texts of codes, by the name of their value. The compiler checks that each code of the API has one. */
const CODES: Record<string, Record<string, string>> = audit.codes satisfies {
  code: Record<AccessCode | Shape<"RefusalCode">, string>;
  outcome: Record<Shape<"CheckInOutcomeName">, string>;
  security: Record<Shape<"MailSecurity">, string>;
  status: Record<BorrowingState, string>;
};

/**
 * The names of the rules; the settings have those of the rules in use. The compiler checks that each rule of the API
 * has one.
 */
const RULES: Record<string, unknown> = {
  ...settings.rules,
  ...audit.rules,
} satisfies Record<Shape<"RuleName">, string | { label: string }>;

/** The built-in roles, for people who may not see the list of roles. */
const ROLES: Record<string, TextKey> = {
  admin: "profile.role.admin",
  student: "profile.role.student",
};

/** The current name of a role; its code if it is unknown. */
export function roleName(code: string, { t, names }: Pick<Voice, "t" | "names">): string {
  const known = names.roles.get(code);
  if (known !== undefined) return known;
  const key = ROLES[code];
  return key === undefined ? code : t(key);
}

/** The words that the other screens use for a code; undefined for other texts. */
export function wordsOf(name: string, code: string, voice: Voice): string | undefined {
  const { t, names } = voice;
  const known = CODES[name]?.[code];
  if (known !== undefined) return t(`audit.codes.${name}.${code}` as TextKey);
  const key = keyOf(name, code);
  if (key !== undefined) return t(key);
  switch (name) {
    case "role":
      return roleName(code, voice);
    case "patronCategory":
      return names.patronCategories.get(code);
    case "itemType":
      return names.itemTypes.get(code);
    case "actorId":
      return names.people.get(code);
    case "closedWeekdays":
      return /^[01]{7}$/.test(code)
        ? closedDays(
            [...code].map((digit) => digit === "1"),
            voice.format,
          )
        : code;
    default:
      return undefined;
  }
}

function keyOf(name: string, code: string): TextKey | undefined {
  switch (name) {
    case "permissions":
      return keyIn(PERMISSION_TEXTS, code);
    case "scopes":
      return keyIn(SCOPE_TEXTS, code);
    case "events":
    case "event":
      return keyIn(WEBHOOK_EVENT_TEXTS, code);
    case "action": {
      const action = ACTIONS.find((known) => known === code);
      return action === undefined ? undefined : nameKey(action);
    }
    case "state":
      return code in admin.books.state ? (`admin.books.state.${code}` as TextKey) : undefined;
    case "reviewNames":
      return code in settings.privacy.reviewNamesBy
        ? (`settings.privacy.reviewNamesBy.${code}` as TextKey)
        : undefined;
    case "figures":
      return code in settings.home ? (`settings.home.${code}` as TextKey) : undefined;
    case "voices": {
      const choice = `${code}Voices`;
      return choice in settings.home ? (`settings.home.${choice}` as TextKey) : undefined;
    }
    default:
      return undefined;
  }
}

function keyIn(texts: Readonly<Record<string, TextKey>>, code: string): TextKey | undefined {
  return texts[code];
}

/** The closed days of a week that begins on Monday. */
export function closedDays(closed: readonly boolean[], format: Pick<Format, "weekday">): string {
  return WEEKDAYS.filter((_, index) => closed[index])
    .map((weekday) => format.weekday(weekday, "long"))
    .join("; ");
}

/** A rule of circulation, as the settings store it. */
export interface StoredRule {
  name: string;
  value: string;
  patronCategory: string | null;
  itemType: string | null;
}

export function isRule(value: object): value is StoredRule {
  return "name" in value && "value" in value && typeof value.value === "string";
}

/** The rules whose value is an amount in the smallest unit of the currency. */
const MONEY: ReadonlySet<string> = new Set<Shape<"RuleName">>([
  "fine_per_period",
  "fine_cap",
  "block_at_balance",
  "replacement_fee",
  "processing_fee",
]);

/** A rule in words: "Loan length (days) (Staff, Textbook): 21". */
export function ruleWords({ name, value, patronCategory, itemType }: StoredRule, voice: Voice) {
  const { t } = voice;
  const kinds = [
    patronCategory && (wordsOf("patronCategory", patronCategory, voice) ?? patronCategory),
    itemType && (wordsOf("itemType", itemType, voice) ?? itemType),
  ].filter((kind) => kind !== null);
  return t(kinds.length === 0 ? "audit.rule" : "audit.ruleFor", {
    rule: ruleName(name, t),
    kinds: voice.format.list(kinds),
    value: ruleValue(name, value, voice),
  });
}

function ruleName(name: string, t: Translate): string {
  if (name in audit.rules) return t(`audit.rules.${name}` as TextKey);
  return typeof RULES[name] === "object" ? t(`settings.rules.${name}.label` as TextKey) : name;
}

function ruleValue(name: string, value: string, { t, format }: Voice): string {
  if (value === "none") {
    const own = RULES[name];
    return typeof own === "object" && own !== null && "none" in own
      ? t(`settings.rules.${name}.none` as TextKey)
      : t("settings.rules.noLimit");
  }
  if (MONEY.has(name)) return format.money(Number(value) / 10 ** format.decimals);
  if (name === "latest_due_date") return format.date(value);
  return value in settings.rules.choices ? t(`settings.rules.choices.${value}` as TextKey) : value;
}
