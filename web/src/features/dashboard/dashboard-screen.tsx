import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";

export default function DashboardScreen() {
  const { t } = useTranslation();
  return (
    <Page>
      <DocumentTitle title={t("dashboard.title")} />
      <PageHeader title={t("dashboard.title")} />
    </Page>
  );
}
