import { useMay } from "@/api/permissions.ts";
import { useMyBorrowings, useOverdueBorrowings } from "@/api/queries/borrowings.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { CurrentBorrowings } from "./current-borrowings.tsx";
import { atHome } from "./loans-at-home.ts";
import { OverdueBooks, SHOWN_OVERDUE } from "./overdue-books.tsx";
import { PopularBooks } from "./popular-books.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecommendedBooks } from "./recommended-books.tsx";
import { Tiles } from "./tiles.tsx";

/** The first screen after the login: open borrowings, due dates and recommendations. */
export default function DashboardScreen() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  // For staff, the overdue books of the library come before their own borrowings.
  const isStaff = useMay()("read_any_borrowing");
  return (
    <Page>
      <DocumentTitle title={t("dashboard.title")} />
      <PageHeader
        title={t("dashboard.welcome", { name: user?.name ?? "" })}
        lead={isStaff ? <OverdueSentence /> : <AtHomeSentence />}
      />
      {isStaff ? <OverdueBooks /> : null}
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

/** Keeps the height of the line until its text is loaded. */
const NOT_YET = "\u00a0";

/** Staff: how many books of the library are overdue. */
function OverdueSentence() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isError } = useOverdueBorrowings({ limit: SHOWN_OVERDUE }, { enabled: true });
  if (isError) return null;
  if (!data) return NOT_YET;
  const { total } = data.pagination;
  if (total === 0) return t("dashboard.lead.noneOfLibrary");
  return t("dashboard.lead.ofLibrary", { count: total, number: format.count(total) });
}

/** One sentence about the most urgent borrowing. */
function AtHomeSentence() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isError } = useMyBorrowings();
  if (isError) return null;
  if (!data) return NOT_YET;
  const home = atHome(data, format.today());
  if (home.kind === "nothing") return t("dashboard.lead.nothing");
  return t(`dashboard.lead.${home.kind}`, {
    count: home.count,
    date: "dueOn" in home ? format.date(home.dueOn) : "",
  });
}
