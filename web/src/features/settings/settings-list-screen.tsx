import { useTranslation } from "@/lib/i18n/index.ts";
import { Card } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { LinkRow, LinkRows } from "@/ui/link-row.tsx";
import { PageHeader } from "@/ui/page-header.tsx";
import { useSections } from "./sections.ts";

/** `/admin/settings`: the list of the sections. */
export default function SettingsListScreen() {
  const { t } = useTranslation();
  const sections = useSections();
  return (
    <div className="flex flex-col gap-8">
      <DocumentTitle title={t("settings.title")} />
      <PageHeader title={t("settings.title")} lead={t("settings.lead")} />
      <Card flush>
        <LinkRows>
          {sections.map(({ to, label, hint, icon }) => (
            <LinkRow key={to} to={to} icon={icon} label={t(label)} hint={t(hint)} />
          ))}
        </LinkRows>
      </Card>
    </div>
  );
}
