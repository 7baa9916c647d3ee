/** The days of the week as the server names them. */
export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

const names = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });

/** `Monday`, in the language that dates are written in. */
export function weekdayName(weekday: Weekday): string {
  // The first of January 2024 was a Monday.
  return names.format(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(weekday), 12));
}
