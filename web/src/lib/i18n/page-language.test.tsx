import { afterEach, describe, expect, it, vi } from "vitest";
import { ENGLISH, LANGUAGES, PSEUDO_ARABIC } from "./languages.ts";
import { loadTexts, onPageLanguageChange, pageLanguage, showLanguage } from "./page-language.ts";
import { translator } from "./translate.ts";

const german = LANGUAGES.find(({ code }) => code === "de") ?? ENGLISH;

afterEach(async () => {
  await showLanguage(ENGLISH);
});

describe("the language of the page", () => {
  it("is English at first", () => {
    expect(pageLanguage().language).toBe(ENGLISH);
    expect(pageLanguage().translate("common.close")).toBe("Close");
  });

  it("changes texts, plural forms, and the attributes of the page", async () => {
    const changed = vi.fn();
    const stop = onPageLanguageChange(changed);
    await showLanguage(german);
    stop();
    const { translate } = pageLanguage();
    expect(translate("common.close")).toBe("Schließen");
    expect(translate("common.due.in", { count: 1 })).toBe("In 1 Tag fällig");
    expect(translate("common.due.in", { count: 2 })).toBe("In 2 Tagen fällig");
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["de", "ltr"]);
    expect(changed).toHaveBeenCalledOnce();
  });

  it("has the groups that were fetched before the change, and those that are fetched later", async () => {
    await loadTexts("shortcuts");
    await showLanguage(german);
    await loadTexts("reports");
    const { translate } = pageLanguage();
    expect(translate("shortcuts.title")).not.toBe("shortcuts.title");
    expect(translate("reports.title")).not.toBe("reports.title");
  });

  it("has a group whose fetch overlapped with the change", async () => {
    await Promise.all([loadTexts("setup"), showLanguage(german)]);
    expect(pageLanguage().language).toBe(german);
    expect(pageLanguage().translate("setup.waiting.title")).not.toBe("setup.closed.title");
  });

  it("is written from right to left in the pseudo-language of the tests", async () => {
    await showLanguage(PSEUDO_ARABIC);
    const { translate } = pageLanguage();
    expect(document.documentElement.dir).toBe("rtl");
    expect(translate("common.due.in", { count: 3 })).toBe("⟦أبجد Due in ٣ days هوز⟧");
  });

  it("is the one that was chosen last", async () => {
    await Promise.all([showLanguage(german), showLanguage(ENGLISH)]);
    expect(pageLanguage().language).toBe(ENGLISH);
  });
});

describe("an incomplete language", () => {
  it("falls back to the English text", () => {
    const t = translator({ common: { close: "Schließen" } }, "de-DE", {
      common: { cancel: "Cancel", due: { in_one: "Due in {{count}} day" } },
    });
    expect(t("common.close")).toBe("Schließen");
    expect(t("common.cancel")).toBe("Cancel");
    expect(t("common.due.in", { count: 1 })).toBe("Due in 1 day");
    expect(t("common.busy")).toBe("common.busy");
  });

  it("uses all its plural forms", () => {
    const due = {
      in_one: "{{count}} dzień",
      in_few: "{{count}} dni",
      in_many: "{{count}} dni.",
      in_other: "{{count}} dnia",
    };
    const t = translator({ common: { due } }, "pl-PL");
    expect([1, 2, 5, 1.5].map((count) => t("common.due.in", { count }))).toEqual([
      "1 dzień",
      "2 dni",
      "5 dni.",
      "1,5 dnia",
    ]);
  });
});
