import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";

export default function ManageUsersScreen() {
  const { t } = useTranslation();
  return (
    <Page>
      <DocumentTitle title={t("nav.manageUsers")} />
      <PageHeader title={t("nav.manageUsers")} />
    </Page>
  );
}
