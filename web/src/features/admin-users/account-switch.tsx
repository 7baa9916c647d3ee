import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useChangeUser } from "./queries.ts";

/** Deactivates or reactivates an account, after asking. */
export function AccountSwitch({ person, isMe }: { person: UserSummary; isMe: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const change = useChangeUser(person._id);
  const { name, isActive } = person;
  // The text of the dialog stays while it closes.
  const [deactivating, setDeactivating] = useState(isActive);

  const ask = () => {
    change.reset();
    setDeactivating(isActive);
    setOpen(true);
  };
  const act = async () => {
    try {
      await change.mutateAsync({ isActive: !deactivating });
      setOpen(false);
      notify.success(
        t(deactivating ? "admin.users.deactivated" : "admin.users.reactivated", { name }),
      );
    } catch {
      // The dialog stays open and shows the reason.
    }
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
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t(deactivating ? "admin.users.deactivateTitle" : "admin.users.reactivateTitle", {
          name,
        })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t(deactivating ? "admin.users.deactivateText" : "admin.users.reactivateText")}</p>
            {change.isError ? (
              <Banner tone="danger">{messageOf(change.error, t("admin.saveFailed"))}</Banner>
            ) : null}
          </div>
        }
        confirm={t(deactivating ? "admin.users.deactivate" : "admin.users.reactivate")}
        tone={deactivating ? "danger" : "primary"}
        pending={change.isPending}
        onConfirm={() => void act()}
      />
    </>
  );
}
