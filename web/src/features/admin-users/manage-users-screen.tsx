import { UserRoundSearch } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Card } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { PersonSheet } from "./person-sheet.tsx";
import { UserList } from "./user-list.tsx";

/**
 * Everybody with an account at the left, the selected person at the right. On narrow screens the
 * person takes the place of the list; the address carries the selection, so Back leads to the list.
 */
export default function ManageUsersScreen() {
  const { t } = useTranslation();
  const selected = useAddress().query.get("user");
  return (
    <Page>
      <DocumentTitle title={t("admin.users.title")} />
      <PageHeader title={t("admin.users.title")} lead={t("admin.users.lead")} />
      <div className="grid items-start gap-8 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div
          className={`lg:sticky lg:top-20 ${selected === null ? "" : "max-lg:hidden"}`}
          data-list
        >
          <UserList selected={selected} />
        </div>
        {selected === null ? (
          <Card>
            <EmptyState
              icon={<UserRoundSearch />}
              title={t("admin.users.selectTitle")}
              text={t("admin.users.selectText")}
            />
          </Card>
        ) : (
          <PersonSheet key={selected} id={selected} />
        )}
      </div>
    </Page>
  );
}
