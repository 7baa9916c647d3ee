import { ShieldOff } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useRemoveSecondFactors } from "./queries.ts";

/** Removes the second factors of a person who has lost them, after asking. */
export function SecondFactorsButton({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const remove = useRemoveSecondFactors(person._id);
  const act = async () => {
    try {
      await remove.mutateAsync();
      setOpen(false);
      notify.success(t("admin.users.secondFactorsDone"));
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
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
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("admin.users.secondFactorsTitle", { name: person.name })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("admin.users.secondFactorsText")}</p>
            {remove.isError ? (
              <Banner tone="danger">
                {messageOf(remove.error, t("admin.users.secondFactorsFailed"))}
              </Banner>
            ) : null}
          </div>
        }
        confirm={t("admin.users.secondFactorsConfirm")}
        pending={remove.isPending}
        onConfirm={() => void act()}
      />
    </>
  );
}
