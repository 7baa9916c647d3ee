import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { BlockDialog } from "./block-dialog.tsx";
import { useChangeUser } from "./queries.ts";

/** Blocks a person from borrowing, after asking for the reason; changes the reason; or unblocks, after asking. */
export function BlockSwitch({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"block" | "unblock" | null>(null);
  const change = useChangeUser(person._id);
  const { name } = person;
  const isBlocked = person.blockedAt !== null;

  const unblock = async () => {
    try {
      await change.mutateAsync({ blockReason: null });
      setOpen(null);
      notify.success(t("admin.users.unblocked", { name }));
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
  return (
    <>
      {isBlocked ? (
        <Button variant="secondary" onClick={() => setOpen("block")}>
          {t("admin.users.blockEdit")}
        </Button>
      ) : null}
      <Button
        variant="secondary"
        onClick={() => {
          change.reset();
          setOpen(isBlocked ? "unblock" : "block");
        }}
      >
        {t(isBlocked ? "admin.users.unblock" : "admin.users.block")}
      </Button>
      <BlockDialog open={open === "block"} onClose={() => setOpen(null)} person={person} />
      <AlertDialog
        open={open === "unblock"}
        onOpenChange={() => setOpen(null)}
        title={t("admin.users.unblockTitle", { name })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("admin.users.unblockText")}</p>
            {change.isError ? (
              <Banner tone="danger">{messageOf(change.error, t("admin.saveFailed"))}</Banner>
            ) : null}
          </div>
        }
        confirm={t("admin.users.unblock")}
        tone="primary"
        pending={change.isPending}
        onConfirm={() => void unblock()}
      />
    </>
  );
}
