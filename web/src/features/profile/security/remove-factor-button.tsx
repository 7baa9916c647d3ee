import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";

interface RemoveFactorButtonProps {
  /** What is removed, like "Authenticator app". */
  name: string;
  action: () => Promise<unknown>;
}

/** Removes a second factor, after asking. */
export function RemoveFactorButton({ name, action }: RemoveFactorButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const rememberFocus = useFocusAfterRemoval();
  const act = async () => {
    setPending(true);
    try {
      await action();
      setOpen(false);
      notify.success(t("profile.security.removed", { name }));
    } catch (error) {
      setFailure(messageOf(error, t("profile.security.removeFailed")));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("profile.security.removeOf", { name })}
        onClick={(event) => {
          rememberFocus(event.currentTarget);
          setFailure(null);
          setOpen(true);
        }}
      >
        {t("profile.security.remove")}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("profile.security.removeTitle", { name })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("profile.security.removeText")}</p>
            {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
          </div>
        }
        confirm={t("profile.security.remove")}
        pending={pending}
        onConfirm={() => void act()}
      />
    </>
  );
}
