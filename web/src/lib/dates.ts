import { ENGLISH } from "./i18n/languages.ts";

const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A cache of formatters: creating one is slow, and tables format hundreds of dates. */
function formatter(
  locale: string,
  timeZone: string,
  parts: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale}|${timeZone}|${JSON.stringify(parts)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  formatters.set(key, made);
  return made;
}

const DATE = { month: "short", day: "numeric", year: "numeric" } as const;
const SHORT = { month: "short", day: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const CIVIL = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/**
 * The instant of a value from the server. A civil date becomes noon in UTC, so that zones within half a day of UTC do
 * not move it to another day; format civil dates with the zone `UTC`.
 */
function toDate(value: string): Date {
  return new Date(isCivilDate(value) ? `${value}T12:00:00Z` : value);
}

function isCivilDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** `Jan 5, 2024`, or `5. Jan. 2024`, in the given zone; civil dates do not depend on the zone. */
export function formatDate(value: string, timeZone: string, locale: string): string {
  return formatter(locale, isCivilDate(value) ? "UTC" : timeZone, DATE).format(toDate(value));
}

/** `Jan 5`, for dates near today. */
export function formatShortDate(value: string, timeZone: string, locale: string): string {
  return formatter(locale, isCivilDate(value) ? "UTC" : timeZone, SHORT).format(toDate(value));
}

/** `Jan 5, 2024 13:45`, in the given zone. */
export function formatDateTime(value: string, timeZone: string, locale: string): string {
  if (locale !== ENGLISH.locale) {
    return formatter(locale, timeZone, { ...DATE, ...TIME }).format(toDate(value));
  }
  // The specification requires the English format without the comma of the locale.
  return `${formatDate(value, timeZone, locale)} ${formatter(locale, timeZone, TIME).format(toDate(value))}`;
}

/** The civil date, like `2024-01-05`, that an instant falls on in the given zone. */
export function civilDate(instant: Date, timeZone: string): string {
  // Always English, because other locales may write digits in another script.
  const parts = formatter(ENGLISH.locale, timeZone, CIVIL).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/**
 * The year that an instant falls on in the given zone. Zones differ from UTC by less than a day, so the slow formatter of
 * the zone is needed only at New Year.
 */
export function yearOf(instant: Date, timeZone: string): string {
  const [before, after] = [-DAY_MS, DAY_MS].map((shift) =>
    new Date(instant.getTime() + shift).toISOString().slice(0, 4),
  );
  return before !== undefined && before === after
    ? before
    : civilDate(instant, timeZone).slice(0, 4);
}

/** The civil date this many days later, or earlier for a negative number. */
export function addDays(date: string, days: number): string {
  return new Date(toDate(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one civil date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toDate(to).getTime() - toDate(from).getTime()) / DAY_MS);
}

/** The name of a month such as `2026-11`: `Nov`, or `Nov 2026`. */
export function formatMonth(month: string, withYear: boolean, locale: string): string {
  const parts: Intl.DateTimeFormatOptions = { month: "short" };
  if (withYear) parts.year = "numeric";
  return formatter(locale, "UTC", parts).format(toDate(`${month}-15`));
}

/** The name of a day of the week, from 1 for Monday. */
export function formatWeekday(day: number, length: "long" | "short", locale: string): string {
  // January 1, 2024 was a Monday.
  return formatter(locale, "UTC", { weekday: length }).format(Date.UTC(2024, 0, day, 12));
}
