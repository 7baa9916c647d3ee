import { ENGLISH, LANGUAGES, type Language, PSEUDO_ARABIC } from "./languages.ts";
import { showLanguage } from "./page-language.ts";

/**
 * The keys in local storage. `public/theme.js` reads the first two before the first paint. The choice of a person is
 * removed with the other data of that person.
 */
const KEYS = {
  /** The choice of the signed-in person, which the next start applies before the server responds. */
  person: "language:person",
  /** A choice made on this device without signing in. */
  device: "language",
  /** The library's language, for browsers whose languages have no texts. */
  library: "libraryLanguage",
} as const;

/** The languages that people can choose. In development, these include unfinished ones. */
export const OFFERED_LANGUAGES: readonly Language[] = LANGUAGES.filter(
  ({ isComplete }) => isComplete || import.meta.env.DEV,
);

/** The offered language of a code such as `de` or `de-AT`; undefined when there is none. */
function languageOf(code: string | null): Language | undefined {
  if (code === PSEUDO_ARABIC.code) return PSEUDO_ARABIC;
  const [primary] = code?.toLowerCase().split("-") ?? [];
  return OFFERED_LANGUAGES.find((language) => language.code === primary);
}

/**
 * The first available of: the person's choice, the device's choice, the browser's languages, the library's language.
 */
export function preferredLanguage(): Language {
  const wishes = [
    localStorage.getItem(KEYS.person),
    localStorage.getItem(KEYS.device),
    ...navigator.languages,
    localStorage.getItem(KEYS.library),
  ];
  for (const code of wishes) {
    const language = languageOf(code);
    if (language) return language;
  }
  return ENGLISH;
}

/**
 * Switches the page to the preferred language. If its texts cannot be fetched, the page does not change, and the next
 * change of language retries.
 */
export async function showPreferredLanguage(): Promise<void> {
  try {
    await showLanguage(preferredLanguage());
  } catch (failure) {
    console.warn(failure);
  } finally {
    delete document.documentElement.dataset.language;
  }
}

/** Stores a choice for this device and applies it; null for the language of the browser. */
export async function chooseDeviceLanguage(code: string | null): Promise<void> {
  store("device", code);
  await showPreferredLanguage();
}

/** Applies the choice of the signed-in person; null without a session or a choice. */
export async function followPersonLanguage(code: string | null): Promise<void> {
  store("person", code);
  await showPreferredLanguage();
}

/** Applies the library's language. */
export async function followLibraryLanguage(code: string): Promise<void> {
  store("library", code);
  await showPreferredLanguage();
}

/** The choice of this device; null for the language of the browser. */
export function deviceLanguage(): string | null {
  return languageOf(localStorage.getItem(KEYS.device))?.code ?? null;
}

function store(key: keyof typeof KEYS, code: string | null): void {
  if (code === null) localStorage.removeItem(KEYS[key]);
  else localStorage.setItem(KEYS[key], code);
}
