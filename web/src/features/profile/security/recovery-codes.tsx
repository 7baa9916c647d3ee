import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useMakeRecoveryCodes } from "./queries.ts";

/** Recovery codes, with ways to save them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      notify.success(t("common.copied"));
    } catch {
      // Without permission for the clipboard, the codes can still be selected.
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="warning" focus>
        {t("profile.security.recovery.once")}
      </Banner>
      <ol
        aria-label={t("profile.security.recovery.title")}
        className="grid list-none gap-x-6 gap-y-1.5 font-mono text-md sm:grid-cols-2"
        dir="ltr"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div>
        <Button variant="secondary" onClick={() => void copy()}>
          {t("profile.security.recovery.copy")}
        </Button>
      </div>
    </div>
  );
}

/** Creates new recovery codes after a confirmation, and shows them once. */
export function RecoveryCodesButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const make = useMakeRecoveryCodes();
  const action = useAction(make, { failed: t("profile.security.recovery.failed") });
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) make.reset();
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t("profile.security.recovery.make")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        footerCloses={make.data !== undefined}
        title={t(
          make.data ? "profile.security.recovery.newTitle" : "profile.security.recovery.makeTitle",
        )}
        footer={
          make.data ? (
            <Button onClick={() => change(false)}>{t("profile.security.recovery.saved")}</Button>
          ) : (
            <>
              <Button variant="secondary" onClick={() => change(false)}>
                {t("common.cancel")}
              </Button>
              <Button pending={action.pending} onClick={() => void action.run()}>
                {t("profile.security.recovery.make")}
              </Button>
            </>
          )
        }
      >
        {make.data ? (
          <RecoveryCodeList codes={make.data} />
        ) : (
          <p className="text-md text-muted">{t("profile.security.recovery.makeText")}</p>
        )}
      </Dialog>
    </>
  );
}
