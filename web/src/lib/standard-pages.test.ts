import { beforeAll, describe, expect, it } from "vitest";
import { aLibrary } from "@/test/fixtures/library.ts";
import { theLibraryRules } from "@/test/fixtures/settings.ts";
import { addDays } from "./dates.ts";
import { formatOf } from "./format-context.tsx";
import { english, loadPageTexts } from "./i18n/index.ts";
import { ruleSentences, standardPage } from "./standard-pages.ts";

const voice = { t: english, format: formatOf("UTC") };

beforeAll(loadPageTexts);

const LIBRARY = aLibrary({ name: "Our Library" });

describe("the standard pages", () => {
  it.each([
    [
      { renewalsAllowed: 2, renewalDays: null, noRenewalBeforeDays: 3 },
      [
        "You can renew a borrowing 2 times.",
        "A renewal lasts as long as the first loan.",
        "You can renew from 3 days before the due date.",
      ],
    ],
    [
      { renewalsAllowed: 1, renewalDays: 7, noRenewalBeforeDays: null },
      [
        "You can renew a borrowing once.",
        "A renewal lasts 7 days.",
        "You can renew at any time before you return the book.",
      ],
    ],
    [{ renewalsAllowed: 0 }, ["A borrowing cannot be renewed."]],
  ])("list the rules of renewals: %j", (facts, sentences) => {
    const shown = ruleSentences(theLibraryRules(facts), voice);
    expect(shown).toEqual(expect.arrayContaining(sentences));
    expect(standardPage("terms", LIBRARY, theLibraryRules(facts), voice)).toContain(sentences[0]);
  });

  it.each([
    ["2026-06-29", true],
    ["2026-06-30", true],
    ["2026-07-01", false],
  ])("name the end of term until that day has passed in the library's zone: %s", (today, named) => {
    // In New York it is still the previous evening.
    const now = new Date(`${addDays(today, 1)}T01:00:00Z`);
    const format = formatOf("America/New_York", () => now);
    const rules = ruleSentences(theLibraryRules({ latestDueDate: "2026-06-30" }), {
      t: english,
      format,
    });
    expect(rules.includes("All books are due by Jun 30, 2026 at the latest.")).toBe(named);
  });

  it("state in the help that a renewal also charges a fine", () => {
    const help = standardPage("help", LIBRARY, theLibraryRules(), voice);
    expect(help).toContain("charged when the book is returned or renewed");
  });

  it("state how long each kind of data is kept", () => {
    const text = standardPage("privacy", LIBRARY, theLibraryRules(), voice);
    const [, kept = ""] = text.split("## How long it is kept");
    const kinds = (kept.split("## ")[0] ?? "").split("\n").filter((line) => line.startsWith("- "));
    expect(kinds).toHaveLength(11);
    for (const kind of kinds) expect(kind).toMatch(/day|hours|years|until/);
  });

  it.each([
    [null, 1095, "until your account is erased.", "3 years"],
    [1, 100, "for 1 day after the return", "100 days"],
    [30, 365, "for 30 days after the return", "1 year."],
  ])("state the retention times of the library (%s, %s)", (borrowingDays, auditDays, ...texts) => {
    const retention = { borrowingDays, auditDays, sessionHours: 1, rememberedSessionDays: 7 };
    const text = standardPage("privacy", { ...LIBRARY, retention }, theLibraryRules(), voice);
    for (const words of texts) expect(text).toContain(words);
    expect(text).toContain("at most 1 hour, or 7 days with Remember me");
    expect(text).not.toContain("{{");
  });

  it.each([
    [true, "may come from other sites"],
    [false, "Book covers come from this site"],
  ])("state where covers come from (%s)", (coversFromOtherSites, words) => {
    const library = { ...LIBRARY, coversFromOtherSites };
    expect(standardPage("privacy", library, theLibraryRules(), voice)).toContain(words);
  });
});
