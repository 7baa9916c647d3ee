import { describe, expect, it } from "vitest";
import { decimalsOf, moneyFormat, parseMoney, typedMoney } from "./money.ts";

describe("moneyFormat", () => {
  it.each([
    ["USD", "$1,234.50"],
    ["EUR", "€1,234.50"],
    ["JPY", "¥1,235"],
    ["KWD", "KWD\u00a01,234.500"],
  ])("writes %s", (currency, text) => {
    expect(moneyFormat(currency, "en-US")(1234.5)).toBe(text);
  });
});

describe("typedMoney", () => {
  it.each([
    ["en-US", 2, "1234.50"],
    ["de-DE", 2, "1234,50"],
    ["de-DE", 0, "1235"],
    ["ar-EG", 2, "1234.50"],
  ])("writes amounts of %s that can be parsed again", (locale, decimals, text) => {
    const amount = decimals === 0 ? 1235 : 1234.5;
    expect(typedMoney(decimals, locale)(amount)).toBe(text);
    expect(parseMoney(text, decimals)).toBe(amount);
  });
});

describe("parseMoney", () => {
  it.each([
    ["JPY", "300", 300],
    ["JPY", "300.5", null],
    ["KWD", "0.125", 0.125],
    ["KWD", "0.1255", null],
  ])("uses the decimals of %s: %s", (currency, text, amount) => {
    expect(parseMoney(text, decimalsOf(currency))).toBe(amount);
  });

  it.each([
    ["2.50", 2.5],
    ["$2.50", 2.5],
    ["$ 3", 3],
    ["€4", 4],
    ["2,5", 2.5],
    ["2,50 €", 2.5],
    [" 0.05 ", 0.05],
    ["0", 0],
  ])("reads %j", (text, dollars) => {
    expect(parseMoney(text)).toBe(dollars);
  });

  it.each(["", "$", "-1", "1.234", "1,234.50", "two", "1e3", ".5", "9999999999"])(
    "rejects %j",
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );
});
