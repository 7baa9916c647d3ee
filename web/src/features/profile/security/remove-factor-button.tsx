import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";

interface RemoveFactorButtonProps {
  /** The name of the factor, such as "Authenticator app". */
  name: string;
  action: () => Promise<unknown>;
}

/** Removes a second factor, after a confirmation. */
export function RemoveFactorButton({ name, action }: RemoveFactorButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const remove = useAction(
    { mutateAsync: action },
    {
      done: () => t("profile.security.removed", { name }),
      failed: t("profile.security.removeFailed"),
      shows: "problem",
    },
  );
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("profile.security.removeOf", { name })}
        onClick={() => {
          remove.reset();
          setOpen(true);
        }}
      >
        {t("profile.security.remove")}
      </Button>
      <ActionDialog
        action={remove}
        open={open}
        onOpenChange={setOpen}
        title={t("profile.security.removeTitle", { name })}
        text={t("profile.security.removeText")}
        confirm={t("profile.security.remove")}
        onConfirm={() => remove.run()}
      />
    </>
  );
}
