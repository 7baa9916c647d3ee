import { describe, expect, it } from "vitest";
import { daysBetween, LONGEST_RANGE_DAYS, rangesOf } from "./closure-ranges.ts";

describe("the days of a range", () => {
  it.each([
    ["2026-12-24", "2026-12-24", ["2026-12-24"]],
    ["2026-12-30", "2027-01-02", ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]],
    ["2028-02-28", "2028-03-01", ["2028-02-28", "2028-02-29", "2028-03-01"]],
    // Across the start of daylight saving time.
    ["2026-03-28", "2026-03-30", ["2026-03-28", "2026-03-29", "2026-03-30"]],
    ["2026-12-25", "2026-12-24", undefined],
  ])("from %s to %s", (first, last, days) => {
    expect(daysBetween(first, last)).toEqual(days);
  });

  it("are at most a leap year", () => {
    expect(daysBetween("2028-01-01", "2028-12-31")).toHaveLength(LONGEST_RANGE_DAYS);
    expect(daysBetween("2028-01-01", "2029-01-01")).toBeUndefined();
  });
});

describe("closures", () => {
  it("on consecutive days with the same reason are a range", () => {
    const closures = [
      { date: "2026-10-03", name: "Holiday" },
      { date: "2026-12-24", name: "Winter break" },
      { date: "2026-12-25", name: "Winter break" },
      { date: "2026-12-26", name: "Stocktaking" },
      { date: "2026-12-28", name: "Stocktaking" },
    ];
    expect(rangesOf(closures)).toEqual([
      { name: "Holiday", dates: ["2026-10-03"], place: 0 },
      { name: "Winter break", dates: ["2026-12-24", "2026-12-25"], place: 1 },
      { name: "Stocktaking", dates: ["2026-12-26"], place: 3 },
      { name: "Stocktaking", dates: ["2026-12-28"], place: 4 },
    ]);
    expect(rangesOf([])).toEqual([]);
  });
});
