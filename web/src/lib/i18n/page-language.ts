import type { Group } from "./groups.ts";
import type { Language } from "./languages.ts";
import { englishTexts, firstTextsOf, type LoadedTexts } from "./texts.ts";
import { type Translate, translator } from "./translate.ts";

/** The language of the page, with its translation. */
export interface PageLanguage {
  language: Language;
  translate: Translate;
}

/** The translation into English, which is part of the first load. */
export const english: Translate = translator(englishTexts.tree, englishTexts.language.locale);

/** The groups of texts that the page has requested. */
const wanted = new Set<Group>();

let texts: LoadedTexts = englishTexts;
let page: PageLanguage = { language: englishTexts.language, translate: english };
/** The number of the latest change, which wins even if its texts arrive first. */
let latest = 0;
/** Resolves when the latest change is done. */
let change: Promise<void> = Promise.resolve();

const listeners = new Set<() => void>();

export function pageLanguage(): PageLanguage {
  return page;
}

/** For `useSyncExternalStore`: calls back when the language of the page changes. */
export function onPageLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fetches a group of texts in the language of the page; to be awaited before the screens that show them. */
export async function loadTexts(group: Group): Promise<void> {
  wanted.add(group);
  let loaded: LoadedTexts;
  do {
    // During a change, the texts of the old language are no longer needed. The caller of the change reports its
    // failure.
    await change.catch(() => {});
    loaded = texts;
    await loaded.load(group);
  } while (loaded !== texts);
}

/** Changes the language of the page as soon as the texts of the open screens are loaded. */
export function showLanguage(language: Language): Promise<void> {
  latest += 1;
  change = changeTo(language, latest);
  return change;
}

async function changeTo(language: Language, number: number): Promise<void> {
  const next = language.code === texts.language.code ? texts : await firstTextsOf(language);
  let groups: number;
  do {
    groups = wanted.size;
    await Promise.all(Array.from(wanted, next.load));
    // A screen may have requested another group in the meantime.
  } while (wanted.size > groups);
  if (number !== latest || next === texts) return;
  texts = next;
  page = {
    language: next.language,
    translate: translator(next.tree, next.language.locale, englishTexts.tree),
  };
  document.documentElement.lang = next.language.code;
  document.documentElement.dir = next.language.direction;
  for (const listener of listeners) listener();
}
