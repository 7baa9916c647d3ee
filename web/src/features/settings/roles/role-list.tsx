import { useState } from "react";
import { useRemoveRole } from "@/api/queries/roles.ts";
import type { Role } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { roleLabel } from "@/parts/people/role-label.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";

interface RoleListProps {
  roles: readonly Role[];
  onEdit: (role: Role) => void;
}

/** The roles, each with its number of people and its actions. */
export function RoleList({ roles, onEdit }: RoleListProps) {
  const { t } = useTranslation();
  return (
    <Card flush>
      <ul aria-label={t("settings.roles.title")} className="divide-y divide-line">
        {roles.map((role) => (
          <RoleRow key={role.code} role={role} onEdit={() => onEdit(role)} />
        ))}
      </ul>
    </Card>
  );
}

function RoleRow({ role, onEdit }: { role: Role; onEdit: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, people, builtIn, fixed } = role;
  const name = roleLabel(role, t);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <span className="flex min-w-0 flex-[1_1_12rem] flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="min-w-0 break-words font-medium">
            {name}
          </span>
          {builtIn ? <Badge>{t("settings.roles.builtIn")}</Badge> : null}
        </span>
        <TextLink to={pathTo("/admin/users", { role: code })} className="w-fit text-sm">
          {t("settings.roles.people", { count: people, number: format.count(people) })}
        </TextLink>
      </span>
      {fixed ? (
        <span className="text-md text-muted">
          {t(code === "admin" ? "settings.roles.allPermissions" : "settings.roles.noPermissions")}
        </span>
      ) : (
        <span className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={t("settings.roles.editOf", { name })}
            onClick={onEdit}
          >
            {t("settings.roles.edit")}
          </Button>
          {builtIn ? null : <RemoveButton role={role} />}
        </span>
      )}
    </li>
  );
}

/** Removes a role without people, after a confirmation. */
function RemoveButton({ role }: { role: Role }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { name } = role;
  const remove = useAction(useRemoveRole(role.code), {
    done: () => t("settings.roles.removed"),
    failed: t("settings.saveFailed"),
    shows: "problem",
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("settings.roles.removeOf", { name })}
        disabledReason={role.people > 0 ? t("settings.roles.removeInUse") : null}
        onClick={() => {
          remove.reset();
          setOpen(true);
        }}
      >
        {t("settings.roles.remove")}
      </Button>
      <ActionDialog
        action={remove}
        open={open}
        onOpenChange={setOpen}
        title={t("settings.roles.removeTitle", { name })}
        text={t("settings.roles.removeText")}
        confirm={t("settings.roles.remove")}
        onConfirm={() => remove.run()}
      />
    </>
  );
}
