import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";

export default function HomeScreen() {
  const { t } = useTranslation();
  return (
    <Page>
      <DocumentTitle title={t("home.title")} />
      <PageHeader title={t("home.title")} />
    </Page>
  );
}
