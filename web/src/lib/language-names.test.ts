import { describe, expect, it } from "vitest";
import { languageNames } from "./language-names.ts";

describe("the names of languages", () => {
  it.each([
    ["German", "Deutsch"],
    ["English", "Englisch"],
    ["Latin", "Latein"],
    // A typed text that is not a language stays unchanged.
    ["Middle High German, Latin", "Middle High German, Latin"],
  ])("%s is %s in German, and is stored in English", (english, german) => {
    const names = languageNames("de-DE");
    expect(names.shown(english)).toBe(german);
    expect(names.stored(german)).toBe(english);
  });

  it("are unchanged in English", () => {
    expect(languageNames("en-US").shown("Deutsch")).toBe("Deutsch");
  });
});
