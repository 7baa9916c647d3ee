import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removePersonalData } from "../personal-storage.ts";
import {
  chooseDeviceLanguage,
  deviceLanguage,
  followLibraryLanguage,
  followPersonLanguage,
  preferredLanguage,
  showPreferredLanguage,
} from "./language-choice.ts";
import { ENGLISH } from "./languages.ts";
import { pageLanguage, showLanguage } from "./page-language.ts";

/** The browser's languages, the most preferred first. */
function browserSpeaks(...languages: string[]): void {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  vi.spyOn(navigator, "language", "get").mockReturnValue(languages[0] ?? "");
}

beforeEach(() => browserSpeaks("fr-FR", "nl"));

afterEach(async () => {
  await showLanguage(ENGLISH);
});

describe("the preferred language", () => {
  it.each([
    [["en-GB"], "en"],
    [["de"], "de"],
    [["de-AT"], "de"],
    [["fr-FR", "de-CH", "en"], "de"],
    [["fr-FR", "nl"], "en"],
    [["den"], "en"],
    // A browser in Arabic does not get the pseudo-language.
    [["ar", "ar-EG"], "en"],
    [["ar-XB"], "ar-XB"],
    [[], "en"],
  ])("is the first of the browser's languages %j with texts: %s", (languages, code) => {
    browserSpeaks(...languages);
    expect(preferredLanguage().code).toBe(code);
  });

  it("is the person's, else the device's, the browser's or the library's", async () => {
    await followLibraryLanguage("de");
    expect(preferredLanguage().code).toBe("de");
    browserSpeaks("en-US");
    expect(preferredLanguage().code).toBe("en");
    await chooseDeviceLanguage("de");
    expect(preferredLanguage().code).toBe("de");
    await followPersonLanguage("en");
    expect(preferredLanguage().code).toBe("en");
  });

  it("ignores stored languages without texts", () => {
    browserSpeaks("de");
    localStorage.setItem("language", "xx");
    expect(preferredLanguage().code).toBe("de");
    expect(deviceLanguage()).toBeNull();
  });
});

describe("a choice", () => {
  it("is applied at once, and the browser's language applies again when it is removed", async () => {
    await chooseDeviceLanguage("de");
    expect(pageLanguage().language.code).toBe("de");
    expect(deviceLanguage()).toBe("de");
    await chooseDeviceLanguage(null);
    expect(pageLanguage().language.code).toBe("en");
    expect(localStorage.getItem("language")).toBeNull();
  });

  it("of a person is removed with the data of that person", async () => {
    await chooseDeviceLanguage("en");
    await followPersonLanguage("de");
    removePersonalData();
    expect(preferredLanguage().code).toBe("en");
  });
});

describe("the script before the first paint", () => {
  const script = readFileSync("public/theme.js", "utf8");
  const isHidden = () => document.documentElement.dataset.language === "pending";

  it.each([
    ["en-US", null, null, false],
    ["EN", null, null, false],
    ["de-DE", null, null, true],
    ["fr", null, null, true],
    ["en-US", "de", null, true],
    ["de-DE", "en", null, false],
    ["en-US", "en", "de", true],
    ["de-DE", "de", "en", false],
  ])(
    "in a browser in %s, with the choices %j and %j, hides the English text: %j",
    async (browser, device, person, hidden) => {
      browserSpeaks(browser);
      if (device) localStorage.setItem("language", device);
      if (person) localStorage.setItem("language:person", person);
      new Function(script)();
      expect(isHidden()).toBe(hidden);
      await showPreferredLanguage();
      expect(isHidden()).toBe(false);
    },
  );
});
