import { useId, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog, Dialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { BlockForm } from "./block-form.tsx";
import { useChangeUser } from "./queries.ts";

/** Blocks a person from borrowing, after asking for the reason; or unblocks them, after asking. */
export function BlockSwitch({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const formId = useId();
  const [open, setOpen] = useState<"block" | "unblock" | null>(null);
  const change = useChangeUser(person._id);
  const { name } = person;
  const isBlocked = person.blockedAt !== null;
  const problem = change.isError ? messageOf(change.error, t("admin.saveFailed")) : null;

  const act = async (blockReason: string | null) => {
    try {
      await change.mutateAsync({ blockReason });
      setOpen(null);
      notify.success(
        t(blockReason === null ? "admin.users.unblocked" : "admin.users.blockedNow", { name }),
      );
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          change.reset();
          setOpen(isBlocked ? "unblock" : "block");
        }}
      >
        {t(isBlocked ? "admin.users.unblock" : "admin.users.block")}
      </Button>
      <Dialog
        open={open === "block"}
        onOpenChange={close}
        width="sm"
        title={t("admin.users.blockTitle", { name })}
        description={t("admin.users.blockText")}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              {t("common.cancel")}
            </Button>
            <Button variant="danger" type="submit" form={formId} pending={change.isPending}>
              {t("admin.users.block")}
            </Button>
          </>
        }
      >
        <BlockForm id={formId} problem={problem} onBlock={(reason) => void act(reason)} />
      </Dialog>
      <AlertDialog
        open={open === "unblock"}
        onOpenChange={close}
        title={t("admin.users.unblockTitle", { name })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("admin.users.unblockText")}</p>
            {problem ? <Banner tone="danger">{problem}</Banner> : null}
          </div>
        }
        confirm={t("admin.users.unblock")}
        tone="primary"
        pending={change.isPending}
        onConfirm={() => void act(null)}
      />
    </>
  );
}
