import { useState } from "react";
import type { Copy } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPY_CHANGE_FORM } from "@/lib/limits.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { useChangeCopy, useWithdrawCopy } from "./queries.ts";

/** Withdraws a copy from the collection, after a confirmation. */
export function WithdrawButton({ copy, onLoan }: { copy: Copy; onLoan: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const change = useChangeCopy();
  const withdraw = useAction(useWithdrawCopy(), {
    done: () => {
      const message = t("admin.books.withdrawn");
      // Nothing leads back to another state, such as lost.
      if (copy.state !== "available") return message;
      const undo = {
        run: () => change.mutateAsync({ id: copy._id, state: "available" }),
        done: t("admin.books.isBack"),
      };
      return { message, undo };
    },
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
          setReason("");
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
        text={
          <>
            <p>{t("admin.books.withdrawText")}</p>
            <TextInput
              label={t("admin.books.stateReason")}
              hint={t("admin.books.withdrawReasonHint")}
              optional
              autoComplete="off"
              maxLength={COPY_CHANGE_FORM.stateReason.max}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        }
        confirm={t("admin.books.withdraw")}
        onConfirm={() => withdraw.run({ id: copy._id, reason })}
      />
    </>
  );
}
