import { useEffect } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { SetupFrame } from "./setup-frame.tsx";

/** Links to the next steps in the new library. */
export function NextSteps() {
  const { t } = useTranslation();
  // The form that this replaces was higher than the window, and may have been scrolled down.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <SetupFrame step="books">
      <ul className="flex list-disc flex-col gap-3 ps-5 marker:text-subtle">
        <li className="ps-1">{t("setup.books.form")}</li>
        <li className="ps-1">{t("setup.books.import")}</li>
        <li className="ps-1">{t("setup.books.people")}</li>
        <li className="ps-1">{t("setup.books.rules")}</li>
      </ul>
      <div className="flex justify-end border-line border-t pt-6">
        <ButtonLink to="/admin" size="lg">
          {t("setup.books.dashboard")}
        </ButtonLink>
      </div>
    </SetupFrame>
  );
}
