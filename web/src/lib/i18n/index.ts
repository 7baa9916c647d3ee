import { createContext, useContext } from "react";
import { en } from "./en/index.ts";
import { type Translate, translator } from "./translate.ts";

export type { TextKey, TextValues, Translate } from "./translate.ts";

/** The translation into English, which is part of the first load. */
export const english: Translate = translator(en, "en");

/** The translation into the language of the page. */
export const TranslationContext = createContext<Translate>(english);

/** `const { t } = useTranslation()`, then `t("section.name", { place: value })`. */
export function useTranslation(): { t: Translate } {
  return { t: useContext(TranslationContext) };
}
