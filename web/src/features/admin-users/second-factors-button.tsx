import { ShieldOff } from "lucide-react";
import { useState } from "react";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { useRemoveSecondFactors } from "./queries.ts";

/** Removes the second factors of a person who has lost them, after a confirmation. */
export function SecondFactorsButton({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const remove = useAction(useRemoveSecondFactors(person._id), {
    done: () => t("admin.users.secondFactorsDone"),
    failed: t("admin.users.secondFactorsFailed"),
    shows: "problem",
  });
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          remove.reset();
          setOpen(true);
        }}
      >
        <ShieldOff aria-hidden="true" />
        {t("admin.users.secondFactors")}
      </Button>
      <ActionDialog
        action={remove}
        open={open}
        onOpenChange={setOpen}
        title={t("admin.users.secondFactorsTitle", { name: person.name })}
        text={t("admin.users.secondFactorsText")}
        confirm={t("admin.users.secondFactorsConfirm")}
        onConfirm={() => remove.run()}
      />
    </>
  );
}
