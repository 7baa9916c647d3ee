import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useRemoveRole } from "@/api/queries/roles.ts";
import type { Role } from "@/api/shapes.ts";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { TextLink } from "@/ui/link.tsx";
import { notify } from "@/ui/toast/notify.ts";

interface RoleListProps {
  roles: readonly Role[];
  onEdit: (role: Role) => void;
}

/** The roles, each with the number of its people and its actions. */
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
  const { code, name, people, builtIn, fixed } = role;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <span className="flex min-w-0 flex-[1_1_12rem] flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="min-w-0 break-words font-medium">
            {name}
          </span>
          {builtIn ? <Badge>{t("settings.roles.builtIn")}</Badge> : null}
        </span>
        <TextLink to={`/admin/users?role=${encodeURIComponent(code)}`} className="w-fit text-sm">
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

/** Removes a role that nobody has, after asking. */
function RemoveButton({ role }: { role: Role }) {
  const { t } = useTranslation();
  const remove = useRemoveRole(role.code);
  const rememberFocus = useFocusAfterRemoval();
  const [open, setOpen] = useState(false);
  const { name } = role;
  const act = async () => {
    try {
      await remove.mutateAsync();
      setOpen(false);
      notify.success(t("settings.roles.removed"));
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("settings.roles.removeOf", { name })}
        disabledReason={role.people > 0 ? t("settings.roles.removeInUse") : null}
        onClick={(event) => {
          rememberFocus(event.currentTarget);
          remove.reset();
          setOpen(true);
        }}
      >
        {t("settings.roles.remove")}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("settings.roles.removeTitle", { name })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("settings.roles.removeText")}</p>
            {remove.isError ? (
              <Banner tone="danger">{messageOf(remove.error, t("settings.saveFailed"))}</Banner>
            ) : null}
          </div>
        }
        confirm={t("settings.roles.remove")}
        pending={remove.isPending}
        onConfirm={() => void act()}
      />
    </>
  );
}
