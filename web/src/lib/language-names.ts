import { ENGLISH } from "./i18n/languages.ts";

/** The names of languages in the language of the page. The catalogue has them in English. */
export interface LanguageNames {
  /** `Deutsch` for `German`; other texts are unchanged. */
  shown: (english: string) => string;
  /** `German` for `Deutsch`; other texts are unchanged. */
  stored: (name: string) => string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const made = new Map<string, LanguageNames>();

export function languageNames(locale: string): LanguageNames {
  const known = made.get(locale);
  if (known) return known;
  const names = locale === ENGLISH.locale ? unchanged : translated(locale);
  made.set(locale, names);
  return names;
}

const unchanged: LanguageNames = { shown: (name) => name, stored: (name) => name };

/** Every language of ISO 639-1 that the browser can name. */
function translated(locale: string): LanguageNames {
  const namesIn = (language: string) =>
    new Intl.DisplayNames(language, { type: "language", fallback: "none" });
  const [english, own] = [namesIn(ENGLISH.locale), namesIn(locale)];
  const shown = new Map<string, string>();
  const stored = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const name = english.of(first + second);
      const translation = own.of(first + second);
      if (name === undefined || translation === undefined) continue;
      shown.set(name, translation);
      stored.set(translation, name);
    }
  }
  return {
    shown: (name) => shown.get(name) ?? name,
    stored: (name) => stored.get(name) ?? name,
  };
}
