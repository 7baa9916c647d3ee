import { groups } from "./en/groups.ts";
import { en } from "./en/index.ts";
import type { Group, LanguageTexts, TextTree } from "./groups.ts";
import { ENGLISH, type Language, PSEUDO_ARABIC } from "./languages.ts";

/** Loads the texts of the other languages, by code. English is part of the first load. */
const SOURCES: Readonly<Record<string, () => Promise<LanguageTexts>>> = {
  [PSEUDO_ARABIC.code]: async () => (await import("./pseudo/index.ts")).texts,
  de: async () => (await import("./de/index.ts")).texts,
};

/** The texts of a language that have been fetched so far. */
export interface LoadedTexts {
  language: Language;
  /** Grows with each group; a key is looked up when it is used. */
  tree: TextTree;
  /** Fetches a group, unless it is loaded. */
  load: (group: Group) => Promise<void>;
}

function loadedTexts(language: Language, { first, groups: others }: LanguageTexts): LoadedTexts {
  const tree = merged({}, first);
  const fetched = new Map<Group, Promise<void>>();
  return {
    language,
    tree,
    load: (group) => {
      const known = fetched.get(group);
      if (known) return known;
      const fetching = others[group]().then(
        (texts) => void merged(tree, texts),
        (failure: unknown) => {
          // The next call retries.
          fetched.delete(group);
          throw failure;
        },
      );
      fetched.set(group, fetching);
      return fetching;
    },
  };
}

/** Merges texts into a tree. A section may already have others: `common` is split among groups. */
function merged(tree: WritableTree, texts: TextTree): WritableTree {
  for (const [name, value] of Object.entries(texts)) {
    const known = tree[name];
    tree[name] =
      typeof value === "string" ? value : merged(typeof known === "object" ? known : {}, value);
  }
  return tree;
}

interface WritableTree {
  [name: string]: string | WritableTree;
}

/** English, with the texts of the first load. */
export const englishTexts: LoadedTexts = loadedTexts(ENGLISH, { first: en, groups });

/** Fetches the texts of the first load of a language. */
export async function firstTextsOf(language: Language): Promise<LoadedTexts> {
  const source = SOURCES[language.code];
  return source ? loadedTexts(language, await source()) : englishTexts;
}
