import { afterEach, describe, expect, it, vi } from "vitest";
import {
  civilDate,
  daysBetween,
  formatDate,
  formatDateTime,
  formatShortDate,
  yearOf,
} from "./dates.ts";
import { formatOf } from "./format-context.tsx";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** One minute to midnight in New York, the next morning in Auckland, on both sides of a new year. */
const NEW_YEARS_EVE = "2024-01-01T04:59:00.000Z";

const ROWS: [instant: string, zone: string, date: string, dateTime: string, civil: string][] = [
  ["2024-01-05T13:45:00.000Z", "UTC", "Jan 5, 2024", "Jan 5, 2024 13:45", "2024-01-05"],
  [NEW_YEARS_EVE, "America/New_York", "Dec 31, 2023", "Dec 31, 2023 23:59", "2023-12-31"],
  [NEW_YEARS_EVE, "Pacific/Auckland", "Jan 1, 2024", "Jan 1, 2024 17:59", "2024-01-01"],
  [NEW_YEARS_EVE, "Asia/Kolkata", "Jan 1, 2024", "Jan 1, 2024 10:29", "2024-01-01"],
  // Midnight is 00:00, not 24:00.
  ["2024-01-05T00:00:00.000Z", "UTC", "Jan 5, 2024", "Jan 5, 2024 00:00", "2024-01-05"],
  // The end of a due day on which daylight saving time starts in Berlin.
  ["2024-03-31T21:59:59.000Z", "Europe/Berlin", "Mar 31, 2024", "Mar 31, 2024 23:59", "2024-03-31"],
];

/** The zones of browsers, far on both sides of the library's. */
const BROWSERS = ["UTC", "Pacific/Auckland", "Pacific/Honolulu", "America/New_York"];

describe.each(BROWSERS)("in a browser in %s", (browser) => {
  it.each(ROWS)(
    "writes %s in the time zone %s of the library",
    (instant, zone, date, time, civil) => {
      vi.stubEnv("TZ", browser);
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(browser);
      expect(formatDate(instant, zone, "en-US")).toBe(date);
      expect(formatDateTime(instant, zone, "en-US")).toBe(time);
      expect(formatShortDate(instant, zone, "en-US")).toBe(date.split(",")[0]);
      expect(civilDate(new Date(instant), zone)).toBe(civil);
    },
  );

  it.each(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])(
    "writes a civil date unchanged for a library in %s",
    (zone) => {
      vi.stubEnv("TZ", browser);
      expect(formatDate("2024-01-05", zone, "en-US")).toBe("Jan 5, 2024");
      expect(formatShortDate("2024-01-05", zone, "en-US")).toBe("Jan 5");
    },
  );
});

describe("daysBetween", () => {
  it.each([
    ["2024-01-05", "2024-01-05", 0],
    ["2024-01-05", "2024-01-06", 1],
    ["2024-01-06", "2024-01-05", -1],
    ["2024-02-28", "2024-03-01", 2],
    ["2023-02-28", "2023-03-01", 1],
    // A day with a clock change counts as one day.
    ["2024-03-30", "2024-04-01", 2],
  ])("counts from %s to %s", (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });
});

describe("yearOf", () => {
  it.each(ROWS)("%s in %s", (instant, zone, _date, _dateTime, civil) => {
    expect(yearOf(new Date(instant), zone)).toBe(civil.slice(0, 4));
  });
});

describe("formatOf", () => {
  it("returns today in the library's time zone", () => {
    const now = () => new Date(NEW_YEARS_EVE);
    expect(formatOf("America/New_York", now).today()).toBe("2023-12-31");
    expect(formatOf("Pacific/Auckland", now).today()).toBe("2024-01-01");
  });

  const instant = "2024-01-05T13:45:00.000Z";

  it("writes English as the specification requires", () => {
    const format = formatOf("UTC");
    expect(format.dateTime(instant)).toBe("Jan 5, 2024 13:45");
    expect(format.money(12.5)).toBe("$12.50");
    expect(format.count(1234)).toBe("1,234");
    expect(format.average(4)).toBe("4.0");
    expect(format.percent(12)).toBe("12%");
    expect([1, 7].map((day) => format.weekday(day, "long"))).toEqual(["Monday", "Sunday"]);
    expect(format.weekday("saturday", "short")).toBe("Sat");
    expect([format.month("2026-01", false), format.month("2025-12", true)]).toEqual([
      "Jan",
      "Dec 2025",
    ]);
    expect(format.list(["Math", "Physics", "Art"])).toBe("Math, Physics, Art");
    expect(format.currencyName("USD")).toBe("US Dollar");
  });

  it("writes German in the usual form", () => {
    const format = formatOf("UTC", undefined, "EUR", "de-DE");
    expect(format.date(instant)).toBe("5. Jan. 2024");
    expect(format.shortDate(instant)).toBe("5. Jan.");
    expect(format.dateTime(instant)).toBe("5. Jan. 2024, 13:45");
    expect(format.money(1234.5)).toBe("1.234,50\u00a0€");
    expect(format.count(12_345)).toBe("12.345");
    expect(format.average(4.25)).toBe("4,3");
    expect(format.percent(12)).toBe("12\u00a0%");
    expect([1, 7].map((day) => format.weekday(day, "long"))).toEqual(["Montag", "Sonntag"]);
    expect(format.month("2025-12", true)).toBe("Dez. 2025");
    expect(format.list(["Mathe", "Physik", "Kunst"])).toBe("Mathe, Physik und Kunst");
    expect(format.currencyName("USD")).toBe("US-Dollar");
    expect(["Zebra", "Ähre", "Apfel"].toSorted(format.compare)).toEqual(["Ähre", "Apfel", "Zebra"]);
  });

  it("writes civil dates in ASCII digits in every locale", () => {
    const now = () => new Date(NEW_YEARS_EVE);
    expect(formatOf("UTC", now, "EUR", "ar-EG").today()).toBe("2024-01-01");
  });
});
