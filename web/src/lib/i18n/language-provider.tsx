import { type ReactNode, useSyncExternalStore } from "react";
import { LanguageContext, TranslationContext } from "./index.ts";
import { onPageLanguageChange, pageLanguage } from "./page-language.ts";

/** Gives all components the language of the page and its texts. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, translate } = useSyncExternalStore(onPageLanguageChange, pageLanguage);
  return (
    <LanguageContext value={language}>
      <TranslationContext value={translate}>{children}</TranslationContext>
    </LanguageContext>
  );
}
