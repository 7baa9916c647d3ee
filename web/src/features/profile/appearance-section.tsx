import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { ThemeToggle } from "@/ui/theme-toggle.tsx";

/** The theme of the app in this browser. */
export function AppearanceSection() {
  const { t } = useTranslation();
  return (
    <Section title={t("profile.appearance.title")}>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-md text-muted">{t("profile.appearance.text")}</p>
          <ThemeToggle />
        </div>
      </Card>
    </Section>
  );
}
