import { FileUp, UserPlus, UserRoundSearch } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/api/permissions.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { PersonSheet } from "./person-sheet.tsx";
import { UserList } from "./user-list.tsx";

// Rarely used: their code is fetched when they are first opened.
const PersonAdder = onDemand(async () => (await import("./person-adder.tsx")).default);
const PeopleImportPanel = onDemand(async () => (await import("./people-import.tsx")).default);

/**
 * All people with accounts beside the selected person. On narrow screens the person replaces the list; the address
 * records the selection, so Back returns to the list.
 */
export default function ManageUsersScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const may = useMay();
  const selected = address.query.get("user");
  return (
    <Page>
      <DocumentTitle title={t("admin.users.title")} />
      <PageHeader
        title={t("admin.users.title")}
        lead={t("admin.users.lead")}
        actions={
          may("manage_users") ? (
            <>
              <ButtonLink variant="secondary" to={address.with({ edit: "import" })}>
                <FileUp aria-hidden="true" />
                {t("admin.users.import.open")}
              </ButtonLink>
              <ButtonLink to={address.with({ edit: "new" })}>
                <UserPlus aria-hidden="true" />
                {t("admin.users.add")}
              </ButtonLink>
            </>
          ) : null
        }
      />
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
      {may("manage_users") ? <Panels edit={address.query.get("edit")} /> : null}
    </Page>
  );
}

/** The panels in which people are added. An opened panel stays mounted for its closing animation. */
function Panels({ edit }: { edit: string | null }) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (edit !== null && !opened.includes(edit)) setOpened([...opened, edit]);
  return (
    <>
      {opened.includes("new") ? <PersonAdder /> : null}
      {opened.includes("import") ? <PeopleImportPanel /> : null}
    </>
  );
}
