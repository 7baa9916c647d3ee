import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { Copy } from "@/api/shapes.ts";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useWithdrawCopy } from "./queries.ts";

/** Withdraws a copy from the collection, after asking. */
export function WithdrawButton({ copy, onLoan }: { copy: Copy; onLoan: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const rememberFocus = useFocusAfterRemoval();
  const withdraw = useWithdrawCopy();
  const { barcode } = copy;
  const act = async () => {
    try {
      await withdraw.mutateAsync(copy._id);
      setOpen(false);
      notify.success(t("admin.books.withdrawn"));
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("admin.books.withdrawOf", { barcode })}
        disabledReason={onLoan ? t("admin.books.onLoanReason") : null}
        onClick={(event) => {
          rememberFocus(event.currentTarget);
          withdraw.reset();
          setOpen(true);
        }}
      >
        {t("admin.books.withdraw")}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("admin.books.withdrawTitle", { barcode })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("admin.books.withdrawText")}</p>
            {withdraw.isError ? (
              <Banner tone="danger">
                {messageOf(withdraw.error, t("admin.books.withdrawFailed"))}
              </Banner>
            ) : null}
          </div>
        }
        confirm={t("admin.books.withdraw")}
        pending={withdraw.isPending}
        onConfirm={() => void act()}
      />
    </>
  );
}
