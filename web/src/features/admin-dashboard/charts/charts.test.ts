import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates.ts";
import { formatOf } from "@/lib/format-context.tsx";
import { english, loadReportTexts } from "@/lib/i18n/index.ts";
import { someReports } from "@/test/fixtures/reports.ts";
import { periodOf, rangeOf, stepsOf } from "./period.ts";
import { percent, roundedUp } from "./scale.ts";
import {
  categoriesSentence,
  clock,
  finesSentence,
  hoursSentence,
  overdueSentence,
  overTimeSentence,
} from "./sentences.ts";

await loadReportTexts();

const format = formatOf("Europe/Berlin");
const reports = someReports();

describe("the period of the charts", () => {
  it("is the period in the address, and thirty days by default", () => {
    expect(periodOf(new URLSearchParams("days=364"))).toBe("364");
    for (const query of ["", "days=7", "days=", "days=NaN"]) {
      expect(periodOf(new URLSearchParams(query))).toBe("30");
    }
  });

  it("ends today, and counts days across months, years and clock changes", () => {
    expect(rangeOf("30", "2026-11-21")).toEqual({ from: "2026-10-23", to: "2026-11-21" });
    expect(rangeOf("90", "2026-03-31")).toEqual({ from: "2026-01-01", to: "2026-03-31" });
    expect(rangeOf("364", "2024-12-31")).toEqual({ from: "2024-01-03", to: "2024-12-31" });
  });

  it("is drawn in weeks when it is long, and includes every day", () => {
    const days = Array.from({ length: 364 }, (_, place) => ({
      on: addDays("2025-11-23", place),
      borrowed: place,
      before: 1,
    }));
    const { steps, inWeeks } = stepsOf(days);
    expect(inWeeks).toBe(true);
    expect(steps).toHaveLength(52);
    expect(steps.every(({ before }) => before === 7)).toBe(true);
    expect(steps[1]).toMatchObject({ on: days[7]?.on, borrowed: 7 + 8 + 9 + 10 + 11 + 12 + 13 });
    expect(stepsOf(days.slice(0, 90))).toEqual({ steps: days.slice(0, 90), inWeeks: false });
  });
});

describe("a scale", () => {
  it("ends at a round even number", () => {
    for (const [most, end] of [
      [0, 2],
      [1, 2],
      [3, 4],
      [7, 8],
      [9, 10],
      [11, 20],
      [41, 60],
      [61, 80],
      [100, 100],
      [1_001, 2_000],
    ] as const) {
      expect(roundedUp(most)).toBe(end);
    }
  });

  it("shows a small share as one percent, and zero as zero", () => {
    expect([percent(1, 1_000), percent(0, 5), percent(1, 3), percent(0, 0)]).toEqual([1, 0, 33, 0]);
  });
});

describe("the sentence of a chart", () => {
  it("compares the period with the one before", () => {
    const say = (total: number, before: number) =>
      overTimeSentence(
        { ...reports.borrowings, total, before: { ...reports.borrowings.before, total: before } },
        "30",
        english,
        format,
      );
    expect(say(1200, 1000)).toBe(
      "1,200 borrowings in 30 days, 20% more than in the previous 30 days.",
    );
    expect(say(5, 10)).toBe("5 borrowings in 30 days, 50% fewer than in the previous 30 days.");
    expect(say(41, 10)).toBe(
      "41 borrowings in 30 days, 4 times as many as in the previous 30 days.",
    );
    expect(say(7, 7)).toBe("7 borrowings in 30 days, the same as in the previous 30 days.");
    expect(say(7, 0)).toBe("7 borrowings in 30 days, up from none in the previous 30 days.");
    expect(say(0, 4)).toBe("0 borrowings in 30 days, 100% fewer than in the previous 30 days.");
    expect(say(0, 0)).toBeNull();
  });

  it("names the largest value", () => {
    expect(categoriesSentence(reports.categories, "90", english, format)).toBe(
      "Fiction was borrowed most: 67% of 3 borrowings in 90 days.",
    );
    expect(hoursSentence(reports.hours, "30", english, format)).toBe(
      "Busiest time: Tuesday from 23:00 to 00:00, with 2 of 3 borrowings in 30 days.",
    );
    expect(overdueSentence(reports.overdue, english, format)).toBe(
      "6 books are overdue; 3 for more than 30 days.",
    );
    expect(finesSentence(reports.fines, english, format)).toBe(
      "In twelve months, $12.50 was charged, $3.25 collected and $1.00 waived.",
    );
  });

  it("is missing when there is no data", () => {
    expect(
      categoriesSentence(
        { ...reports.categories, total: 0, categories: [] },
        "30",
        english,
        format,
      ),
    ).toBeNull();
    expect(hoursSentence({ ...reports.hours, total: 0 }, "30", english, format)).toBeNull();
    expect(overdueSentence({ ...reports.overdue, total: 0 }, english, format)).toBeNull();
    const nothing = { charged: 0, collected: 0, waived: 0 };
    expect(finesSentence({ ...reports.fines, ...nothing }, english, format)).toBeNull();
  });

  it("names hours", () => {
    expect([clock(9), clock(24)]).toEqual(["09:00", "00:00"]);
  });
});
