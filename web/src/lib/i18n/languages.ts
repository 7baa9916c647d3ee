/** The direction in which a language is written. */
export type Direction = "ltr" | "rtl";

/** What a screen has to know about its language. */
export interface Language {
  /** BCP 47, as in the settings of a person and of the library: `de`. */
  code: string;
  /** The name in the language itself: `Deutsch`. */
  name: string;
  /** The locale of dates, numbers, names and order. */
  locale: string;
  direction: Direction;
  /** Whether every text is written: only then people can choose the language. */
  isComplete: boolean;
}

/** The specification fixes how English writes dates: `Jan 5, 2024 13:45`, as in the United States. */
export const ENGLISH: Language = {
  code: "en",
  name: "English",
  locale: "en-US",
  direction: "ltr",
  isComplete: true,
};

/**
 * English made to look like Arabic, for tests of the layout. Nobody can choose it: a browser in this language shows it,
 * or this code under `language` in local storage.
 */
export const PSEUDO_ARABIC: Language = {
  code: "ar-XB",
  name: "Pseudo-Arabic",
  locale: "ar-EG",
  direction: "rtl",
  isComplete: false,
};

/** Every language that has texts, in the order of the choice. Their loaders are in `texts.ts`. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { code: "de", name: "Deutsch", locale: "de-DE", direction: "ltr", isComplete: true },
];

/** The name of a language in itself, by its code. */
export function nameOfLanguage(code: string | null): string | undefined {
  return LANGUAGES.find((language) => language.code === code)?.name;
}
