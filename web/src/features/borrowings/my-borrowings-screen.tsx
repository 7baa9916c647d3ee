import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { OpenBorrowings } from "./open-borrowings.tsx";
import { RecentReturns } from "./recent-returns.tsx";

/** The person's open borrowings, overdue ones first, and the latest returns. */
export default function MyBorrowingsScreen() {
  const { t } = useTranslation();
  return (
    <Page>
      <DocumentTitle title={t("borrowings.title")} />
      <PageHeader title={t("borrowings.title")} lead={t("borrowings.lead")} />
      <OpenBorrowings />
      <RecentReturns />
    </Page>
  );
}
