import { describe, expect, it } from "vitest";
import { formatMoney, parseMoney } from "./money.ts";

describe("formatMoney", () => {
  it("writes dollars and cents", () => {
    expect(formatMoney(1234.5)).toBe("$1,234.50");
  });
});

describe("parseMoney", () => {
  it.each([
    ["2.50", 2.5],
    ["$2.50", 2.5],
    ["$ 3", 3],
    ["2,5", 2.5],
    [" 0.05 ", 0.05],
    ["0", 0],
  ])("reads %j", (text, dollars) => {
    expect(parseMoney(text)).toBe(dollars);
  });

  it.each(["", "$", "-1", "1.234", "1,234.50", "two", "1e3", ".5", "99999999"])(
    "refuses %j",
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );
});
