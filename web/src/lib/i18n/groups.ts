/** Texts that are fetched together, apart from those of the first load. */
export type Group =
  | "accounts"
  | "apiDocs"
  | "audit"
  | "home"
  | "imports"
  | "labels"
  | "members"
  | "pages"
  | "record"
  | "refusals"
  | "reports"
  | "savedSearches"
  | "settings"
  | "setup"
  | "shortcuts"
  | "staff";

/** Texts by section and name; sections may be nested. */
export interface TextTree {
  readonly [name: string]: string | TextTree;
}

/** The texts of a language: those of the first load, and how to fetch the other groups. */
export interface LanguageTexts {
  first: TextTree;
  groups: Readonly<Record<Group, () => Promise<TextTree>>>;
}
