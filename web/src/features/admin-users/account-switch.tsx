import { useState } from "react";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { useChangeUser } from "./queries.ts";

/** Deactivates or reactivates an account, after a confirmation. */
export function AccountSwitch({ person, isMe }: { person: UserSummary; isMe: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { name, isActive } = person;
  // Keeps the text of the dialog while it closes.
  const [deactivating, setDeactivating] = useState(isActive);

  const change = useAction(useChangeUser(person._id), {
    done: () => t(deactivating ? "admin.users.deactivated" : "admin.users.reactivated", { name }),
    failed: t("admin.saveFailed"),
    shows: "problem",
  });
  const ask = () => {
    change.reset();
    setDeactivating(isActive);
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="secondary"
        disabledReason={isMe && isActive ? t("admin.users.ownAccount") : null}
        onClick={ask}
      >
        {t(isActive ? "admin.users.deactivate" : "admin.users.reactivate")}
      </Button>
      <ActionDialog
        action={change}
        open={open}
        onOpenChange={setOpen}
        title={t(deactivating ? "admin.users.deactivateTitle" : "admin.users.reactivateTitle", {
          name,
        })}
        text={t(deactivating ? "admin.users.deactivateText" : "admin.users.reactivateText")}
        confirm={t(deactivating ? "admin.users.deactivate" : "admin.users.reactivate")}
        tone={deactivating ? "danger" : "primary"}
        onConfirm={() => change.run({ isActive: !deactivating })}
      />
    </>
  );
}
