import { useUpdateDetails } from "@/api/queries/details.ts";
import type { Shape } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { LanguageSelect } from "@/ui/language-select.tsx";

/** Sets the language of the signed-in person, on every device and in mails. */
export default function PersonLanguage() {
  const { t } = useTranslation();
  const choice = useAction(useUpdateDetails(), { failed: t("common.languageFailed") });
  return (
    <LanguageSelect
      // The server accepts exactly the languages that people can choose.
      onLanguage={(code) => void choice.run({ language: code as Shape<"LanguageCode"> })}
    />
  );
}
