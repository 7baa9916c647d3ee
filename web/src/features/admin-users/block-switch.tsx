import { useState } from "react";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { BlockDialog } from "./block-dialog.tsx";
import { useChangeUser } from "./queries.ts";

/** Blocks a person from borrowing with a reason, changes the reason, or unblocks after a confirmation. */
export function BlockSwitch({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"block" | "unblock" | null>(null);
  const { name } = person;
  const unblock = useAction(useChangeUser(person._id), {
    done: () => t("admin.users.unblocked", { name }),
    failed: t("admin.saveFailed"),
    shows: "problem",
  });
  const isBlocked = person.blockedAt !== null;
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
          unblock.reset();
          setOpen(isBlocked ? "unblock" : "block");
        }}
      >
        {t(isBlocked ? "admin.users.unblock" : "admin.users.block")}
      </Button>
      <BlockDialog open={open === "block"} onClose={() => setOpen(null)} person={person} />
      <ActionDialog
        action={unblock}
        open={open === "unblock"}
        onOpenChange={() => setOpen(null)}
        title={t("admin.users.unblockTitle", { name })}
        text={t("admin.users.unblockText")}
        confirm={t("admin.users.unblock")}
        tone="primary"
        onConfirm={() => unblock.run({ blockReason: null })}
      />
    </>
  );
}
