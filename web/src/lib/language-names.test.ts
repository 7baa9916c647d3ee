import { describe, expect, it } from "vitest";
import { languageNames } from "./language-names.ts";

describe("the names of languages", () => {
  it.each([
    ["German", "Deutsch"],
    ["English", "Englisch"],
    ["Latin", "Latein"],
    // Typed by somebody, so it stays as it is.
    ["Middle High German, Latin", "Middle High German, Latin"],
  ])("%s is %s in German, and is stored in English", (english, german) => {
    const names = languageNames("de-DE");
    expect(names.shown(english)).toBe(german);
    expect(names.stored(german)).toBe(english);
  });

  it("stay as they are in English", () => {
    expect(languageNames("en-US").shown("Deutsch")).toBe("Deutsch");
  });
});
