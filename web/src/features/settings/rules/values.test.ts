import { describe, expect, it } from "vitest";
import type { Policy, Rule } from "../queries.ts";
import {
  editable,
  generalValues,
  isGood,
  rulesOf,
  specialProblem,
  specialRules,
  storable,
} from "./values.ts";

const policy = (name: Policy["name"], parts: Partial<Policy>): Policy => ({
  name,
  group: "lending",
  kind: "number",
  optional: false,
  decimals: 0,
  min: 1,
  max: 365,
  choices: [],
  standard: "14",
  ...parts,
});
const days = policy("loan_days", {});
const cap = policy("fine_cap", {
  kind: "money",
  decimals: 2,
  optional: true,
  min: 0,
  max: 10_000_000,
  standard: "1000",
});
const yen = policy("fine_cap", { kind: "money", decimals: 0, min: 0, max: 10_000_000 });
const end = policy("latest_due_date", { kind: "day", optional: true, min: null, max: null });

describe("the values of rules", () => {
  it.each([
    [days, "21", "21"],
    [cap, "1050", "10.50"],
    [cap, "none", ""],
    [yen, "1050", "1050"],
    [end, "2026-06-30", "2026-06-30"],
    [end, "none", ""],
  ])("are edited in the units of the form (%#)", (which, stored, text) => {
    expect(editable(which, stored, "en-US")).toBe(text);
    expect(storable(which, text)).toBe(stored);
  });

  it("have a decimal comma in languages that use one", () => {
    expect(editable(cap, "1050", "de-DE")).toBe("10,50");
    expect(storable(cap, "10,50")).toBe("1050");
  });

  it.each([
    [days, "0"],
    [days, "366"],
    [days, "1.5"],
    [days, ""],
    [cap, "-1"],
    [cap, "1.234"],
    [cap, "100001"],
    [end, "30.6.2026"],
  ])("are invalid when they are out of range (%#)", (which, text) => {
    expect(isGood(which, text)).toBe(false);
  });

  it("are saved only where they differ from the defaults", () => {
    const special: Rule = {
      name: "loan_days",
      patronCategory: "staff",
      itemType: null,
      value: "28",
    };
    const unknown: Rule = {
      name: "holds_allowed",
      patronCategory: null,
      itemType: null,
      value: "3",
    };
    const before: Rule[] = [
      { name: "loan_days", patronCategory: null, itemType: null, value: "21" },
      special,
      unknown,
    ];
    const values = generalValues([days, cap], before, "en-US");
    expect(values).toEqual({ loan_days: "21", fine_cap: "10.00" });
    const edited = specialRules([days, cap], before, "en-US");
    expect(edited).toEqual([
      { key: "1", name: "loan_days", patronCategory: "staff", itemType: "", value: "28" },
    ]);
    const kept = rulesOf([days, cap], { loan_days: "14", fine_cap: "" }, edited, before);
    expect(kept).toEqual([
      { name: "fine_cap", patronCategory: null, itemType: null, value: "none" },
      special,
      unknown,
    ]);
  });

  it("of special rules show why they are invalid", () => {
    const staff = { key: "1", name: "loan_days", patronCategory: "staff", itemType: "" };
    const good = { ...staff, value: "28" };
    const same = { ...staff, key: "2", value: "7" };
    const nobody = { ...staff, key: "3", patronCategory: "", value: "7" };
    const bad = { ...staff, key: "4", itemType: "dvd", value: "many" };
    const all = [good, nobody, bad];
    expect(all.map((rule) => specialProblem([days, cap], rule, all))).toEqual([
      null,
      "case",
      "value",
    ]);
    expect(specialProblem([days, cap], same, [...all, same])).toBe("twice");
  });
});
