import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TextTree } from "./groups.ts";
import { LANGUAGES, type Language } from "./languages.ts";

const FORM = /_(zero|one|two|few|many|other)$/;

/** The forms of a text: a single one without a name, or plural forms by name. */
type Forms = Record<string, string>;

/** The files of a language without the English fallback that the build adds. */
function filesOf(code: string): string[] {
  return readdirSync(join(import.meta.dirname, code)).filter(
    // The server writes its messages in English.
    (file) => file.endsWith(".json") && !["field-errors.json", "refusals.json"].includes(file),
  );
}

function textsOf(code: string): Map<string, Forms> {
  const found = new Map<string, Forms>();
  const visit = (tree: TextTree, path: string) => {
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === "object") {
        visit(value, `${path}${name}.`);
        continue;
      }
      const form = FORM.exec(name)?.[1] ?? "";
      const key = path + name.replace(FORM, "");
      found.set(key, { ...found.get(key), [form]: value });
    }
  };
  for (const file of filesOf(code)) {
    const json = readFileSync(join(import.meta.dirname, code, file), "utf8");
    visit(JSON.parse(json), `${file.split(".")[0]}.`);
  }
  return found;
}

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
}

function pluralFormsOf({ locale }: Language): string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
}

const english = textsOf("en");

describe.each(LANGUAGES.map((language) => [language.name, language] as const))(
  "%s",
  (_, language) => {
    const texts = textsOf(language.code);

    it("has the same files as English", () => {
      expect(filesOf(language.code)).toEqual(filesOf("en"));
    });

    it("has texts for the keys of English only", () => {
      expect([...texts.keys()].filter((key) => !english.has(key))).toEqual([]);
    });

    it("has every plural form of the language where English has a plural", () => {
      const wrong = [...texts].flatMap(([key, forms]) => {
        const expected = "other" in (english.get(key) ?? {}) ? pluralFormsOf(language) : [""];
        const actual = Object.keys(forms).toSorted();
        return actual.join() === expected.join()
          ? []
          : [`${key}: ${actual} instead of ${expected}`];
      });
      expect(wrong).toEqual([]);
    });

    it("has the same placeholders in every text as English", () => {
      const wrong = [...texts].flatMap(([key, forms]) => {
        const allowed = new Set(Object.values(english.get(key) ?? {}).flatMap(placesOf));
        return Object.entries(forms).flatMap(([form, text]) => {
          const places = placesOf(text);
          // The singular may omit the number: "Due in one day".
          const needed = [...allowed].filter((place) => form === "" || place !== "count");
          const isRight =
            places.every((place) => allowed.has(place)) &&
            needed.every((place) => places.includes(place));
          return isRight ? [] : [`${key} ${form}: ${text}`];
        });
      });
      expect(wrong).toEqual([]);
    });

    it("has no text that is empty or has leading or trailing spaces", () => {
      const wrong = [...texts].filter(([, forms]) =>
        Object.values(forms).some((text) => text === "" || text.trim() !== text),
      );
      expect(wrong).toEqual([]);
    });
  },
);

/** Words that a language does not use for a thing, because all its other texts have another word. */
const UNUSED_WORDS = [["de", "Verfasser", /\bAutor(s|en|in|innen)?\b/]] as const;

describe("the texts about books", () => {
  it.each(UNUSED_WORDS)("of %s have one word: %s", (code, _, unused) => {
    const folder = join(import.meta.dirname, code);
    // Also those of the server's messages.
    const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
    const mixed = files.filter((file) => unused.test(readFileSync(join(folder, file), "utf8")));
    expect(mixed).toEqual([]);
  });
});

describe("every language that people can choose", () => {
  it.each(LANGUAGES.filter(({ isComplete }) => isComplete).map(({ name, code }) => [name, code]))(
    "has a text for every key: %s",
    (_, code) => {
      const texts = textsOf(code);
      expect([...english.keys()].filter((key) => !texts.has(key))).toEqual([]);
    },
  );
});
