/** The direction in which a language is written. */
export type Direction = "ltr" | "rtl";

/** The properties of a language. */
export interface Language {
  /** BCP 47, as in the settings of a person and of the library: `de`. */
  code: string;
  /** Its name in the language itself: `Deutsch`. */
  name: string;
  /** The locale for dates, numbers, names and sorting. */
  locale: string;
  direction: Direction;
  /** Whether every text is translated; people can choose only complete languages. */
  isComplete: boolean;
}

/** The specification requires English dates as in the United States: `Jan 5, 2024 13:45`. */
export const ENGLISH: Language = {
  code: "en",
  name: "English",
  locale: "en-US",
  direction: "ltr",
  isComplete: true,
};

/**
 * English that looks like Arabic, for tests of the layout. It cannot be chosen on a screen; a browser in this language
 * shows it, and so does this code under `language` in local storage.
 */
export const PSEUDO_ARABIC: Language = {
  code: "ar-XB",
  name: "Pseudo-Arabic",
  locale: "ar-EG",
  direction: "rtl",
  isComplete: false,
};

/** All languages with texts, in the order in which they are offered. Their loaders are in `texts.ts`. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { code: "de", name: "Deutsch", locale: "de-DE", direction: "ltr", isComplete: true },
];

/** The name of a language in the language itself, by its code. */
export function nameOfLanguage(code: string | null): string | undefined {
  return LANGUAGES.find((language) => language.code === code)?.name;
}
