/** A civil date (`YYYY-MM-DD`) as screens show it: `Jan 5, 2024`. */
export function shownDate(civil: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${civil}T00:00:00Z`),
  );
}

/** The day of an instant in the library's zone as screens show it: `Jan 5, 2024`. */
export function shownDay(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone }).format(
    new Date(instant),
  );
}

/** An instant in the library's zone as tables show it: `Jan 5, 2024 13:45`. */
export function shownDayAndTime(instant: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-US", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(new Date(instant));
  return `${shownDay(instant, timeZone)} ${time}`;
}

/** An amount in dollars as screens show it: `$1.25`. */
export function shownMoney(dollars: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(dollars);
}

/** A pattern that matches exactly this text, with all characters escaped. */
export function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
