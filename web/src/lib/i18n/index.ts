import { createContext, useContext } from "react";
import { en } from "./en/index.ts";
import { type Texts, type Translate, translator } from "./translate.ts";

export type { TextKey, TextValues, Translate } from "./translate.ts";

const texts: Partial<Texts> = { ...en };

/** The translation into English, which is part of the first load. */
export const english: Translate = translator(texts, "en");

/** Loads the texts of the screens for signed-in people; to be awaited before them. */
export async function loadMemberTexts(): Promise<void> {
  const { members } = await import("./en/members.ts");
  Object.assign(texts, members);
}

/** Fetches the texts of the settings, and of the pages set there; to be awaited before their screens. */
export async function loadSettingsTexts(): Promise<void> {
  const [{ forSettings }] = await Promise.all([
    import("./en/settings.ts"),
    loadPageTexts(),
    loadHomeTexts(),
  ]);
  Object.assign(texts, forSettings);
}

/** Fetches the texts of the public pages, and of the one for an unknown address; to be awaited before them. */
export async function loadPageTexts(): Promise<void> {
  const { forPages } = await import("./en/pages.ts");
  Object.assign(texts, forPages);
}

/** Fetches the texts of the administrators' charts; to be awaited before them. */
export async function loadReportTexts(): Promise<void> {
  const { forReports } = await import("./en/reports.ts");
  Object.assign(texts, forReports);
}

/** Fetches the texts of the audit log; to be awaited before it. */
export async function loadAuditTexts(): Promise<void> {
  const { forAudit } = await import("./en/audit.ts");
  Object.assign(texts, forAudit);
}

/** Fetches the texts of the page that explains the API; to be awaited before it. */
export async function loadApiDocsTexts(): Promise<void> {
  const { forApiDocs } = await import("./en/api-docs.ts");
  Object.assign(texts, forApiDocs);
}

/** Fetches the texts of the screens that create an account or that a link opens; to be awaited before them. */
export async function loadAccountTexts(): Promise<void> {
  const { forAccounts } = await import("./en/accounts.ts");
  Object.assign(texts, forAccounts);
}

/** Fetches the texts of the home page; to be awaited before it, and before its settings. */
export async function loadHomeTexts(): Promise<void> {
  const { forHome } = await import("./en/home.ts");
  Object.assign(texts, forHome);
}

/** Fetches the texts of the set-up of a new library; to be awaited before it. */
export async function loadSetupTexts(): Promise<void> {
  const { forSetup } = await import("./en/setup.ts");
  Object.assign(texts, forSetup);
}

/** Fetches the texts of the list of keyboard shortcuts; to be awaited before it. */
export async function loadShortcutTexts(): Promise<void> {
  const { forShortcuts } = await import("./en/shortcuts.ts");
  Object.assign(texts, forShortcuts);
}

/** The translation into the language of the page. */
export const TranslationContext = createContext<Translate>(english);

/** `const { t } = useTranslation()`, then `t("section.name", { place: value })`. */
export function useTranslation(): { t: Translate } {
  return { t: useContext(TranslationContext) };
}
