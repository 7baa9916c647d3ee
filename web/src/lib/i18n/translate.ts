import { lazily } from "../lazily.ts";
import type { texts as forAccounts } from "./en/accounts.ts";
import type { texts as forApiDocs } from "./en/api-docs.ts";
import type { texts as forAudit } from "./en/audit.ts";
import type { texts as forHome } from "./en/home.ts";
import type { texts as forImports } from "./en/imports.ts";
import type { en } from "./en/index.ts";
import type { texts as forLabels } from "./en/labels.ts";
import type { texts as members } from "./en/members.ts";
import type { texts as forPages } from "./en/pages.ts";
import type { texts as forRecord } from "./en/record.ts";
import type { texts as forReports } from "./en/reports.ts";
import type { texts as forSavedSearches } from "./en/saved-searches.ts";
import type { texts as forSettings } from "./en/settings.ts";
import type { texts as forSetup } from "./en/setup.ts";
import type { texts as forShortcuts } from "./en/shortcuts.ts";
import type { texts as forStaff } from "./en/staff.ts";
import type { TextTree } from "./groups.ts";

/** The English texts, which define the keys. A language may have other plural forms. */
type EnglishTexts = typeof en &
  typeof members &
  typeof forPages &
  typeof forReports &
  typeof forSavedSearches &
  typeof forSettings &
  typeof forSetup &
  typeof forShortcuts &
  typeof forApiDocs &
  typeof forAccounts &
  typeof forHome &
  typeof forImports &
  typeof forLabels &
  typeof forStaff &
  typeof forAudit &
  typeof forRecord;

type Leaf<T, Path extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaf<T[K], `${Path}${K}.`>;
}[keyof T & string];

type WithoutPlural<K extends string> = K extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : K;

/** The name of a text, like `books.title`. Plural forms (`…_one`, `…_other`) share one name. */
export type TextKey = WithoutPlural<Leaf<EnglishTexts>>;

/** The values of the `{{placeholders}}` of a text; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key with its placeholders filled. */
export type Translate = (key: TextKey, values?: TextValues) => string;

/**
 * @param texts may grow: a key is looked up when it is used
 * @param locale whose rules choose the plural form
 * @param fallback texts of another language for keys that these don't have
 */
export function translator(texts: TextTree, locale: string, fallback?: TextTree): Translate {
  const plurals = lazily(() => new Intl.PluralRules(locale));
  const numbers = lazily(
    () => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }),
  );
  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === "number" ? plurals().select(count) : null;
    const text = find(texts, key, form) ?? (fallback && find(fallback, key, form)) ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
      const value = values[name] ?? place;
      return typeof value === "number" ? numbers().format(value) : isolated(value);
    });
  };
}

/** Signs that nobody sees, and that change the direction of the text after them. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** A value whose signs of direction, if it has any, do not reach the text around it. */
function isolated(value: string): string {
  return DIRECTIONS.test(value) ? `\u2068${value}\u2069` : value;
}

/** The text of a key in the given plural form, else in the general form or without a form. */
function find(texts: TextTree, key: string, form: string | null): string | undefined {
  if (form === null) return textAt(texts, key);
  return textAt(texts, `${key}_${form}`) ?? textAt(texts, `${key}_other`) ?? textAt(texts, key);
}

function textAt(texts: TextTree, path: string): string | undefined {
  let found: string | TextTree | undefined = texts;
  for (const name of path.split(".")) {
    if (typeof found !== "object") return undefined;
    found = found[name];
  }
  return typeof found === "string" ? found : undefined;
}
