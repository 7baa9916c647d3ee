/** The locale of dates; the specification requires en-US. */
const LOCALE = "en-US";

const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter is slow and tables need hundreds of dates: each is made once. */
function formatter(timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone}|${JSON.stringify(parts)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone });
  formatters.set(key, made);
  return made;
}

const DATE = { month: "short", day: "numeric", year: "numeric" } as const;
const SHORT = { month: "short", day: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const CIVIL = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/**
 * The instant of a value from the server. A civil date is read as its noon in UTC, so that no zone
 * within half a day of UTC moves it to another day; format civil dates with the zone `UTC`.
 */
function toDate(value: string): Date {
  return new Date(isCivilDate(value) ? `${value}T12:00:00Z` : value);
}

function isCivilDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** `Jan 5, 2024`, in the given zone; a civil date stays the day it is. */
export function formatDate(value: string, timeZone: string): string {
  return formatter(isCivilDate(value) ? "UTC" : timeZone, DATE).format(toDate(value));
}

/** `Jan 5`, for days close by. */
export function formatShortDate(value: string, timeZone: string): string {
  return formatter(isCivilDate(value) ? "UTC" : timeZone, SHORT).format(toDate(value));
}

/** `Jan 5, 2024 13:45`, in the given zone. */
export function formatDateTime(value: string, timeZone: string): string {
  return `${formatDate(value, timeZone)} ${formatter(timeZone, TIME).format(toDate(value))}`;
}

/** The civil date, like `2024-01-05`, that an instant falls on in the given zone. */
export function civilDate(instant: Date, timeZone: string): string {
  const parts = formatter(timeZone, CIVIL).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The civil date so many days later; earlier when they are negative. */
export function addDays(date: string, days: number): string {
  return new Date(toDate(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one civil date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toDate(to).getTime() - toDate(from).getTime()) / DAY_MS);
}
