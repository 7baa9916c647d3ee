import { createContext, useContext } from "react";
import { en } from "./en/index.ts";
import { type Texts, type Translate, translator } from "./translate.ts";

export type { TextKey, TextValues, Translate } from "./translate.ts";

const texts: Partial<Texts> = { ...en };

/** The translation into English, which is part of the first load. */
export const english: Translate = translator(texts, "en");

/** Fetches the texts of the screens for those who are signed in; to be awaited before them. */
export async function loadMemberTexts(): Promise<void> {
  const { members } = await import("./en/members.ts");
  Object.assign(texts, members);
}

/** The translation into the language of the page. */
export const TranslationContext = createContext<Translate>(english);

/** `const { t } = useTranslation()`, then `t("section.name", { place: value })`. */
export function useTranslation(): { t: Translate } {
  return { t: useContext(TranslationContext) };
}
