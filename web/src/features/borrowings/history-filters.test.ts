import { describe, expect, it } from "vitest";
import { historyQuery, readFilters, yearsToOffer } from "./history-filters.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));

describe("readFilters", () => {
  it.each([
    ["", { year: null, status: "any", page: 1 }],
    ["year=2024&status=overdue&page=2", { year: 2024, status: "overdue", page: 2 }],
    ["year=24", { year: null, status: "any", page: 1 }],
    ["year=0999&status=lost", { year: null, status: "any", page: 1 }],
  ] as const)("reads %j", (query, filters) => {
    expect(read(query)).toEqual(filters);
  });
});

describe("historyQuery", () => {
  it("leaves out unused filters", () => {
    expect(historyQuery(read("page=3"))).toEqual({});
    expect(historyQuery(read("year=2023&status=returned"))).toEqual({
      year: 2023,
      status: "returned",
    });
  });
});

describe("yearsToOffer", () => {
  it("sorts the latest first and includes the chosen year", () => {
    expect(yearsToOffer([2024, 2025], null)).toEqual([2025, 2024]);
    expect(yearsToOffer([2025, 2024], 2019)).toEqual([2025, 2024, 2019]);
    expect(yearsToOffer([2025, 2024], 2024)).toEqual([2025, 2024]);
  });
});
