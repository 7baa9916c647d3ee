import type { AuditLogEntry } from "@/api/shapes.ts";
import audit from "@/lib/i18n/en/audit.json";
import type { Translate } from "@/lib/i18n/index.ts";
import { BOOK_LINES } from "@/parts/books/book-lines.ts";
import { DETAILS, detailWords } from "./book-details.ts";
import { closedDays, isRule, ruleWords, type Voice, wordsOf } from "./words.ts";

/** A value before and after an action; absent where there is none. */
export interface Change {
  /** The name of the value, such as `patronCategory`. */
  name: string;
  before?: unknown;
  after?: unknown;
  /** For a list: which of its entries are shown. */
  part?: "added" | "removed";
}

/** Ids of the link targets of an entry. */
const LINKED: ReadonlySet<string> = new Set(["bookId", "userId", "merge"]);

/** The values of an entry. A previous value that did not change is omitted. */
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
    if (isSame(change.before, change.after)) return [];
    if (isEmpty(change.before) && isEmpty(change.after)) return [];
    return ofList(change) ?? [change];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The added and removed entries of a list; null for another change, such as a new order. */
function ofList({ name, before, after }: Change): Change[] | null {
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  if (isFlags(before) || isFlags(after)) return null;
  const without = (list: unknown[], others: unknown[]) =>
    list.filter((entry) => !others.some((other) => isSame(entry, other)));
  const added = without(after, before);
  const removed = without(before, after);
  const parts: Change[] = [];
  if (removed.length > 0) parts.push({ name, before: removed, part: "removed" });
  if (added.length > 0) parts.push({ name, after: added, part: "added" });
  return parts.length > 0 ? parts : null;
}

function partsOf(state: unknown): Record<string, unknown> {
  if (state === null || state === undefined) return {};
  if (typeof state === "object" && !Array.isArray(state)) return state as Record<string, unknown>;
  // The only section of the settings that is a list.
  if (Array.isArray(state)) return { rules: state };
  return { value: state };
}

/** Whether a value is empty. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The label of a value: `patronCategory` and `patron_category` are "Patron category". */
export function labelOf({ name, part }: Pick<Change, "name" | "part">, t: Translate): string {
  const field = fieldName(camelCase(name), t) ?? name;
  return part === undefined ? field : t(`audit.${part}`, { field });
}

function fieldName(known: string, t: Translate): string | undefined {
  const line = BOOK_LINES.find((name) => name === known);
  if (line) return t(`books.lines.${line}`);
  const detail = DETAILS.find((name) => name === known);
  if (detail) return t(`record.fields.${detail}`);
  return known in audit.fields
    ? t(`audit.fields.${known as keyof typeof audit.fields}`)
    : undefined;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A value in words, with the parts of an object and the entries of a list. An empty value is an empty text.
 *
 * @param name the path of the value: `fine.amount`
 */
export function textOf(name: string, value: unknown, voice: Voice): string {
  const { t, format } = voice;
  if (isEmpty(value)) return "";
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
  const own = camelCase(name.slice(name.lastIndexOf(".") + 1));
  if (typeof value === "number") {
    if (MONEY.test(name)) return format.money(value / 10 ** format.decimals);
    return own.endsWith("At") ? format.dateTime(new Date(value).toISOString()) : String(value);
  }
  if (Array.isArray(value)) {
    if (isFlags(value)) return closedDays(value, format);
    return value.map((entry) => textOf(name, entry, voice)).join("; ");
  }
  if (typeof value === "object" && value !== null) {
    if (own === "rules" && isRule(value)) return ruleWords(value, voice);
    const detail = detailWords(own, value, t);
    if (detail !== undefined) return detail;
    return Object.entries(value)
      .filter(([, part]) => part !== 0 && part !== false)
      .map(([part, inner]) => [labelOf({ name: part }, t), textOf(`${name}.${part}`, inner, voice)])
      .filter(([, text]) => text !== "")
      .map(([label, text]) => `${label}: ${text}`)
      .join(", ");
  }
  return wordsOf(own, String(value), voice) ?? dateOf(own, String(value), voice) ?? String(value);
}

/** Whether a value is a list of booleans; in the settings, only the days of the week are. */
function isFlags(value: readonly unknown[]): value is boolean[] {
  return value.length === 7 && value.every((one) => typeof one === "boolean");
}

/** A day or an instant in the library's format; undefined for other texts. */
function dateOf(name: string, text: string, { format }: Voice): string | undefined {
  if (FREE.has(name)) return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.date(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)
    ? format.dateTime(text)
    : undefined;
}

/** Texts that people enter, which may look like a date. */
const FREE: ReadonlySet<string> = new Set([
  "audience",
  "author",
  "blockReason",
  "comment",
  "contents",
  "description",
  "name",
  "note",
  "notes",
  "otherTitles",
  "readingLevel",
  "review",
  "search",
  "text",
  "title",
]);

/** Amounts in the smallest unit of the currency. */
const MONEY = /Minor$|^fine\.(amount|capped)$/;
