import { createContext, useContext } from "react";
import { ENGLISH, type Language } from "./languages.ts";
import { english, loadTexts } from "./page-language.ts";
import type { Translate } from "./translate.ts";

export type { Language } from "./languages.ts";
export type { TextKey, TextValues, Translate } from "./translate.ts";
export { english };

/** Loads the texts of the screens for signed-in people; to be awaited before them. */
export function loadMemberTexts(): Promise<void> {
  return loadTexts("members");
}

/** Fetches the texts of the settings, and of the pages set there; to be awaited before their screens. */
export async function loadSettingsTexts(): Promise<void> {
  await Promise.all([loadTexts("settings"), loadTexts("pages"), loadTexts("home")]);
}

/** Fetches the texts of the public pages, and of the one for an unknown address; to be awaited before them. */
export function loadPageTexts(): Promise<void> {
  return loadTexts("pages");
}

/** Fetches the texts of the administrators' charts; to be awaited before them. */
export function loadReportTexts(): Promise<void> {
  return loadTexts("reports");
}

/** Fetches the texts of the audit log; to be awaited before it. */
export function loadAuditTexts(): Promise<void> {
  return loadTexts("audit");
}

/** Fetches the texts of the page that explains the API; to be awaited before it. */
export function loadApiDocsTexts(): Promise<void> {
  return loadTexts("apiDocs");
}

/** Fetches the texts of the screens that create an account or that a link opens; to be awaited before them. */
export function loadAccountTexts(): Promise<void> {
  return loadTexts("accounts");
}

/** Fetches the texts of the home page; to be awaited before it, and before its settings. */
export function loadHomeTexts(): Promise<void> {
  return loadTexts("home");
}

/** Fetches the texts of the set-up of a new library; to be awaited before it. */
export function loadSetupTexts(): Promise<void> {
  return loadTexts("setup");
}

/** Fetches the texts of the list of keyboard shortcuts; to be awaited before it. */
export function loadShortcutTexts(): Promise<void> {
  return loadTexts("shortcuts");
}

/** The language of the page. */
export const LanguageContext = createContext<Language>(ENGLISH);

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The translation into the language of the page. */
export const TranslationContext = createContext<Translate>(english);

/** `const { t } = useTranslation()`, then `t("section.name", { place: value })`. */
export function useTranslation(): { t: Translate } {
  return { t: useContext(TranslationContext) };
}
