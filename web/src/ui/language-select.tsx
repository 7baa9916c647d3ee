import { Languages } from "lucide-react";
import { useLanguage, useTranslation } from "@/lib/i18n/index.ts";
import { OFFERED_LANGUAGES } from "@/lib/i18n/language-choice.ts";

interface LanguageSelectProps {
  onLanguage: (code: string) => void;
}

/** A small select for the language of the page, by the languages' own names; hidden if there is only one. */
export function LanguageSelect({ onLanguage }: LanguageSelectProps) {
  const { t } = useTranslation();
  const { code } = useLanguage();
  if (OFFERED_LANGUAGES.length < 2) return null;
  return (
    <label className="relative inline-flex h-9 items-center text-md text-muted hover:text-ink touch:h-11">
      <span className="sr-only">{t("common.language")}</span>
      <Languages aria-hidden="true" className="pointer-events-none absolute start-2.5 size-4" />
      <select
        value={code}
        onChange={({ target }) => onLanguage(target.value)}
        className="h-full rounded-full border border-line bg-surface ps-8 pe-2 hover:border-line-strong touch:text-base"
      >
        {OFFERED_LANGUAGES.map((language) => (
          <option key={language.code} value={language.code} lang={language.code} translate="no">
            {language.name}
          </option>
        ))}
      </select>
    </label>
  );
}
