import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";

export default function RegisterScreen() {
  const { t } = useTranslation();
  return (
    <Page>
      <DocumentTitle title={t("auth.register.title")} />
      <PageHeader title={t("auth.register.title")} />
    </Page>
  );
}
