import type { forAccounts } from "./en/accounts.ts";
import type { forApiDocs } from "./en/api-docs.ts";
import type { forAudit } from "./en/audit.ts";
import type { forHome } from "./en/home.ts";
import type { en } from "./en/index.ts";
import type { members } from "./en/members.ts";
import type { forPages } from "./en/pages.ts";
import type { forReports } from "./en/reports.ts";
import type { forSettings } from "./en/settings.ts";
import type { forSetup } from "./en/setup.ts";
import type { forShortcuts } from "./en/shortcuts.ts";

/** All texts of a language: sections of texts, which may be nested. */
export type Texts = typeof en &
  typeof members &
  typeof forPages &
  typeof forReports &
  typeof forSettings &
  typeof forSetup &
  typeof forShortcuts &
  typeof forApiDocs &
  typeof forAccounts &
  typeof forHome &
  typeof forAudit;

type Leaf<T, Path extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaf<T[K], `${Path}${K}.`>;
}[keyof T & string];

type WithoutPlural<K extends string> = K extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : K;

/** The name of a text, like `books.title`. Plural forms (`…_one`, `…_other`) share one name. */
export type TextKey = WithoutPlural<Leaf<Texts>>;

/** What a text's `{{places}}` are filled with; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of a key with its places filled. */
export type Translate = (key: TextKey, values?: TextValues) => string;

/**
 * @param texts may grow: a key is looked up when it is used
 * @param language whose rules choose the plural form, like `en`
 */
export function translator(texts: Partial<Texts>, language: string): Translate {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === "number" ? plurals.select(count) : null;
    const text =
      (form === null ? undefined : find(texts, `${key}_${form}`)) ??
      (form === null ? undefined : find(texts, `${key}_other`)) ??
      find(texts, key) ??
      key;
    return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
  };
}

function find(texts: Partial<Texts>, key: string): string | undefined {
  let found: unknown = texts;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return typeof found === "string" ? found : undefined;
}
