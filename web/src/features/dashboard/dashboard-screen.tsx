import { useMay } from "@/api/permissions.ts";
import { useMyBorrowings } from "@/api/queries/borrowings.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { CurrentBorrowings } from "./current-borrowings.tsx";
import { atHome } from "./loans-at-home.ts";
import { OverdueBooks } from "./overdue-books.tsx";
import { PopularBooks } from "./popular-books.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecommendedBooks } from "./recommended-books.tsx";
import { Tiles } from "./tiles.tsx";

/** The first screen after the login: open borrowings, due dates and recommendations. */
export default function DashboardScreen() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const may = useMay();
  return (
    <Page>
      <DocumentTitle title={t("dashboard.title")} />
      <PageHeader
        title={t("dashboard.welcome", { name: user?.name ?? "" })}
        lead={<AtHomeSentence />}
      />
      {/* For staff, the overdue books come before their own borrowings. */}
      {may("read_any_borrowing") ? <OverdueBooks /> : null}
      <Tiles />
      <QuickActions />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CurrentBorrowings />
        <PopularBooks />
      </div>
      <RecommendedBooks />
    </Page>
  );
}

/** One sentence about the most urgent borrowing. */
function AtHomeSentence() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isError } = useMyBorrowings();
  if (isError) return null;
  // Keeps the height of the line until its text is loaded.
  if (!data) return "\u00a0";
  const home = atHome(data, format.today());
  if (home.kind === "nothing") return t("dashboard.lead.nothing");
  return t(`dashboard.lead.${home.kind}`, {
    count: home.count,
    date: "dueOn" in home ? format.date(home.dueOn) : "",
  });
}
