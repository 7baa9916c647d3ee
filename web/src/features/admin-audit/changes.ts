import type { AuditLogEntry } from "@/api/shapes.ts";
import audit from "@/lib/i18n/en/audit.json";
import type { Translate } from "@/lib/i18n/index.ts";

/** A value before and after an action; absent on a side that has none. */
export interface Change {
  /** The name of the value, like `patronCategory`. */
  name: string;
  before?: unknown;
  after?: unknown;
}

/** Ids of what the links of an entry lead to. */
const LINKED: ReadonlySet<string> = new Set(["bookId", "userId"]);

/** The values that an entry states. A state before that did not change is left out. */
export function changesOf({ before, after }: Pick<AuditLogEntry, "before" | "after">): Change[] {
  const was = partsOf(before);
  const is = partsOf(after);
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !LINKED.has(name),
  );
  return names.flatMap((name) => {
    const change: Change = { name };
    if (name in was) change.before = was[name];
    if (name in is) change.after = is[name];
    const same = JSON.stringify(change.before) === JSON.stringify(change.after);
    const empty = isEmpty(change.before) && isEmpty(change.after);
    return same || empty ? [] : [change];
  });
}

function partsOf(state: unknown): Record<string, unknown> {
  if (state === null || state === undefined) return {};
  if (typeof state === "object" && !Array.isArray(state)) return state as Record<string, unknown>;
  return { value: state };
}

/** Whether a value says nothing. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** What a value is called: `patronCategory` and `patron_category` are "Patron category". */
export function labelOf(name: string, t: Translate): string {
  const known = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return known in audit.fields ? t(`audit.fields.${known as keyof typeof audit.fields}`) : name;
}

/** Writes numbers as the library does. */
interface Formats {
  decimals: number;
  money: (amount: number) => string;
  dateTime: (instant: string) => string;
}

/** A value in words; the parts of an object and the entries of a list one after the other. Empty when it says nothing. */
export function textOf(name: string, value: unknown, t: Translate, format: Formats): string {
  if (isEmpty(value)) return "";
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
  if (typeof value === "number") {
    if (MONEY.test(name)) return format.money(value / 10 ** format.decimals);
    return name.endsWith("At") ? format.dateTime(new Date(value).toISOString()) : String(value);
  }
  if (Array.isArray(value)) {
    return value.map((entry) => textOf(name, entry, t, format)).join("; ");
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .filter(([, part]) => part !== 0 && part !== false)
      .map(([part, inner]) => [labelOf(part, t), textOf(`${name}.${part}`, inner, t, format)])
      .filter(([, text]) => text !== "")
      .map(([label, text]) => `${label}: ${text}`)
      .join(", ");
  }
  return String(value);
}

/** Amounts in the smallest unit of the currency. */
const MONEY = /Minor$|^fine\.(amount|capped)$/;
