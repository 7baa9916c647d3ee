import { expect, it } from "vitest";
import { english, loadAuditTexts } from "@/lib/i18n/index.ts";
import { textOf } from "./changes.ts";

await loadAuditTexts();

const FORMAT = {
  decimals: 2,
  money: (amount: number) => `$${amount.toFixed(2)}`,
  dateTime: (instant: string) => instant.slice(0, 10),
};
const ON_TIME = { amount: 0, capped: null, charged_periods: 0, days_late: 0 };

it.each([
  ["department", null, ""],
  ["departments", [], ""],
  ["isActive", false, "No"],
  ["owedMinor", 125, "$1.25"],
  ["blockedAt", 1_704_067_200_000, "2024-01-01"],
  ["pages", 280, "280"],
  ["events", ["borrowing.created", "borrowing.returned"], "borrowing.created; borrowing.returned"],
  ["fine", ON_TIME, ""],
  ["fine", { ...ON_TIME, amount: 50, days_late: 3 }, "Amount: $0.50, Days late: 3"],
  ["rules", [{ name: "loan_days", value: 21, itemType: null }], "Name: loan_days, Value: 21"],
  ["unheard", { of: true }, "of: Yes"],
])("%s %j reads “%s”", (name, value, text) => {
  expect(textOf(name, value, english, FORMAT)).toBe(text);
});
