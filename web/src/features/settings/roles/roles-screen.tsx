import { Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useRoles } from "@/api/queries/roles.ts";
import type { Role } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { PageHeader } from "@/ui/page-header.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";
import { RoleEditor } from "./role-editor.tsx";
import { RoleList } from "./role-list.tsx";

/** `/admin/settings/roles`: the roles, their numbers of people, and their permissions. */
export default function RolesScreen() {
  const { t } = useTranslation();
  const list = useRoles();
  const [open, setOpen] = useState(false);
  const [edited, setEdited] = useState<Role | null>(null);
  const edit = (role: Role | null) => {
    setEdited(role);
    setOpen(true);
  };
  return (
    <div className="flex flex-col gap-8">
      <DocumentTitle title={t("settings.roles.title")} />
      <PageHeader
        title={t("settings.roles.title")}
        lead={t("settings.roles.lead")}
        actions={
          list.data ? (
            <Button onClick={() => edit(null)}>
              <Plus aria-hidden="true" />
              {t("settings.roles.add")}
            </Button>
          ) : undefined
        }
      />
      {list.data ? (
        <>
          <RoleList roles={list.data.roles} onEdit={edit} />
          <Section title={t("settings.roles.matrix")}>
            <p className="-mt-2 text-md text-muted">{t("settings.roles.everybody")}</p>
            <PermissionMatrix {...list.data} />
          </Section>
          <RoleEditor
            role={edited}
            permissions={list.data.permissions}
            open={open}
            onClose={() => setOpen(false)}
          />
        </>
      ) : list.isError ? (
        <ErrorState
          title={t("settings.loadFailed")}
          text={messageOf(list.error, t("common.loadError"))}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
          compact
        />
      ) : (
        <TextSkeleton lines={6} />
      )}
    </div>
  );
}
