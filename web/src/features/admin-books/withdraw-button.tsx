import { useState } from "react";
import type { Copy } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { useWithdrawCopy } from "./queries.ts";

/** Withdraws a copy from the collection, after a confirmation. */
export function WithdrawButton({ copy, onLoan }: { copy: Copy; onLoan: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const withdraw = useAction(useWithdrawCopy(), {
    done: () => t("admin.books.withdrawn"),
    failed: t("admin.books.withdrawFailed"),
    shows: "problem",
  });
  const { barcode } = copy;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("admin.books.withdrawOf", { barcode })}
        disabledReason={onLoan ? t("admin.books.onLoanReason") : null}
        onClick={() => {
          withdraw.reset();
          setOpen(true);
        }}
      >
        {t("admin.books.withdraw")}
      </Button>
      <ActionDialog
        action={withdraw}
        open={open}
        onOpenChange={setOpen}
        title={t("admin.books.withdrawTitle", { barcode })}
        text={t("admin.books.withdrawText")}
        confirm={t("admin.books.withdraw")}
        onConfirm={() => withdraw.run(copy._id)}
      />
    </>
  );
}
