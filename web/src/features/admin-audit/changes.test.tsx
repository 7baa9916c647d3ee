import { describe, expect, it } from "vitest";
import { formatOf } from "@/lib/format-context.tsx";
import { english, loadAuditTexts, loadSettingsTexts } from "@/lib/i18n/index.ts";
import { ENGLISH, LANGUAGES } from "@/lib/i18n/languages.ts";
import { loadTexts, pageLanguage, showLanguage } from "@/lib/i18n/page-language.ts";
import { changesOf, labelOf, textOf } from "./changes.ts";

await Promise.all([loadAuditTexts(), loadSettingsTexts(), loadTexts("staff"), loadTexts("record")]);

const VOICE = {
  t: english,
  format: formatOf("Europe/Berlin"),
  names: {
    roles: new Map([["evening-desk", "Evening desk"]]),
    patronCategories: new Map([["staff", "Staff"]]),
    itemTypes: new Map([["textbook", "Textbook"]]),
    people: new Map([["user_2", "Grace Hopper"]]),
  },
};
const ON_TIME = { amount: 0, capped: null, charged_periods: 0, days_late: 0 };
const RULE = { name: "loan_days", value: "21", patronCategory: null, itemType: null };

it.each([
  ["department", null, ""],
  ["departments", [], ""],
  ["isActive", false, "No"],
  ["owedMinor", 125, "$1.25"],
  ["blockedAt", 1_704_067_200_000, "Jan 1, 2024 01:00"],
  ["pages", 280, "280"],
  ["fine", ON_TIME, ""],
  ["fine", { ...ON_TIME, amount: 50, days_late: 3 }, "Amount: $0.50, Days late: 3"],
  ["fine", { capped: "policy" }, "Limited by: the maximum fine"],
  [
    "explanation",
    {
      counted_from: "2024-01-05",
      due: { date: "2024-01-19", days: 14, source: "default", moved_over: [] },
      renewals_left: 1,
    },
    "Counted from: Jan 5, 2024, Due: Date: Jan 19, 2024, Days: 14, Loan length from: the general rule, Renewals left: 1",
  ],
  ["unheard", { of: true }, "of: Yes"],
  [
    "contributors",
    [
      { name: "Ann Lee", role: "translator" },
      { name: "Cy Roy", role: "beekeeper" },
    ],
    "Ann Lee (Translator); Cy Roy (beekeeper)",
  ],
  [
    "subjects",
    [
      { heading: "Bees -- Behavior", scheme: "lcsh" },
      { heading: "Honey", scheme: null },
    ],
    "Bees – Behavior (lcsh); Honey",
  ],
  [
    "series",
    [
      { title: "Insects", volume: "12" },
      { title: "Bees", volume: null },
    ],
    "Insects, 12; Bees",
  ],
  ["otherTitles", ["Der Bienenstock", "1984-01-01"], "Der Bienenstock; 1984-01-01"],
  ["identifiers", [{ kind: "oclc", value: "32312104" }], "OCLC number 32312104"],
  [
    "links",
    [
      { address: "https://a.example", label: "A page" },
      { address: "https://b.example", label: null },
    ],
    "A page (https://a.example); https://b.example",
  ],
])("%s %j reads “%s”", (name, value, text) => {
  expect(textOf(name, value, VOICE)).toBe(text);
});

describe("codes have the same words as on the other screens", () => {
  it.each([
    ["role", "admin", "Administrator"],
    ["role", "evening-desk", "Evening desk"],
    ["role", "long-gone", "long-gone"],
    [
      "permissions",
      ["check_out", "read_audit"],
      "Lend books to people and renew their borrowings; See the audit log",
    ],
    ["patronCategory", "staff", "Staff"],
    ["itemType", "textbook", "Textbook"],
    ["events", ["borrowing.created"], "A book was borrowed"],
    ["scopes", ["catalogue:read"], "Search and read books"],
    ["state", "on_loan", "On loan"],
    ["status", "unpaid", "With unpaid fines"],
    ["secondFactor", "passkey", "Passkey"],
    ["action", "user.changed", "Account changed"],
    ["actorId", "user_2", "Grace Hopper"],
    ["code", "not_allowed", "The role does not have the permission"],
    [
      "overrides",
      [{ code: "balance_at_limit", comment: "Pays today" }],
      "Code: The person owes too much, Reason: Pays today",
    ],
    ["reviewNames", "initials", "Initials"],
    ["figures", "live", "Live figures"],
    ["voices", "own", "Your own"],
    ["closedWeekdays", "0000011", "Saturday; Sunday"],
    ["closed_weekdays", [false, false, false, false, false, true, true], "Saturday; Sunday"],
    ["rules", [RULE], "Loan length (days): 21"],
    [
      "rules",
      [{ ...RULE, patronCategory: "staff", itemType: "textbook" }],
      "Loan length (days) (Staff, Textbook): 21",
    ],
    ["rules", [{ ...RULE, name: "fine_cap", value: "1000" }], "Maximum fine: $10.00"],
    [
      "rules",
      [{ ...RULE, name: "renewal_days", value: "none" }],
      "Renewal length (days): same as loan length",
    ],
    [
      "rules",
      [{ ...RULE, name: "closed_day_rule", value: "next_open" }],
      "If a due date falls on a closed day: Move to the next open day",
    ],
  ])("%s %j reads “%s”", (name, value, text) => {
    expect(textOf(name, value, VOICE)).toBe(text);
  });
});

describe("days and instants have the library's format", () => {
  it.each([
    ["dueOn", "2024-01-19", "Jan 19, 2024"],
    ["from", "2024-01-01", "Jan 1, 2024"],
    ["expiresAt", "2024-01-05T13:45:00Z", "Jan 5, 2024 14:45"],
    [
      "closures",
      [{ date: "2024-12-24", name: "Christmas Eve" }],
      "Date: Dec 24, 2024, Name: Christmas Eve",
    ],
    ["title", "2024-01-19", "2024-01-19"],
    ["note", "2024-01-19", "2024-01-19"],
  ])("%s %j reads “%s”", (name, value, text) => {
    expect(textOf(name, value, VOICE)).toBe(text);
  });
});

describe("the changes of an entry", () => {
  it("list the added and removed entries of a list", () => {
    const changes = changesOf({
      before: { name: "Desk", permissions: ["check_out", "read_users"] },
      after: { name: "Desk", permissions: ["check_out", "read_audit"] },
    });
    expect(changes).toEqual([
      { name: "permissions", before: ["read_users"], part: "removed" },
      { name: "permissions", after: ["read_audit"], part: "added" },
    ]);
    expect(changes.map((change) => labelOf(change, english))).toEqual([
      "Permissions, removed",
      "Permissions, added",
    ]);
  });

  it("name the details of a book as its page does", () => {
    const changes = changesOf({
      before: { contributors: [], readingLevel: null, callNumber: "1" },
      after: {
        contributors: [{ name: "Ann", role: "editor" }],
        readingLevel: "3",
        callNumber: "2",
      },
    });
    expect(changes.map((change) => labelOf(change, english))).toEqual([
      "People, added",
      "Reading level",
      "Call number",
    ]);
  });

  it("name the state and the condition of a copy as its form does, in every language", async () => {
    for (const language of LANGUAGES) {
      await showLanguage(language);
      const t = pageLanguage().translate;
      const named = ["state", "condition"].map((name) => labelOf({ name }, t));
      expect(named).toEqual([t("admin.copies.state"), t("admin.copies.condition")]);
      expect(new Set(named).size).toBe(2);
    }
    await showLanguage(ENGLISH);
  });

  it("show the circulation rules, whose state is a plain list", () => {
    const next = { ...RULE, value: "28" };
    expect(changesOf({ before: [RULE], after: [next] })).toEqual([
      { name: "rules", before: [RULE], part: "removed" },
      { name: "rules", after: [next], part: "added" },
    ]);
  });

  it("show both lists when only the order changed", () => {
    expect(changesOf({ before: { events: ["a", "b"] }, after: { events: ["b", "a"] } })).toEqual([
      { name: "events", before: ["a", "b"], after: ["b", "a"] },
    ]);
  });
});
