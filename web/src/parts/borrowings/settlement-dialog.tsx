import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import {
  FineDialog,
  type FineDialogProps,
  type Settlement,
  type Settling,
} from "./fine-dialog.tsx";
import { ReceiptDialog } from "./receipt-dialog.tsx";

export interface SettleActions {
  /** Records the payment or the waiver; rejects on failure. */
  onSettle: (kind: Settling, settlement: Settlement) => Promise<unknown>;
}

type SettlementDialogProps = Omit<FineDialogProps, "pending" | "problem" | "onSettle" | "name"> &
  SettleActions & {
    /** The person who owes the fine. */
    person: { _id: string; name: string };
  };

/** Asks for a payment or a waiver of a fine, records it, and shows the result. */
export function SettlementDialog({ onSettle, person, ...shown }: SettlementDialogProps) {
  const { t } = useTranslation();
  const { kind, open, onOpenChange, what } = shown;
  const settle = useAction(
    { mutateAsync: (settlement: Settlement) => onSettle(kind, settlement) },
    {
      done: () =>
        kind === "payment"
          ? {
              message: t("admin.fines.paymentDone"),
              actions: [
                {
                  label: t("admin.fines.receipt"),
                  dialog: (state) => <ReceiptDialog {...state} person={person} />,
                },
              ],
            }
          : t(what === "charge" ? "admin.charges.waived" : "admin.fines.waiverDone"),
      failed: t(
        kind === "payment"
          ? "admin.fines.payFailed"
          : what === "charge"
            ? "admin.charges.waiveFailed"
            : "admin.fines.waiveFailed",
      ),
      shows: "problem",
    },
  );
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) settle.reset();
  }
  const run = async (settlement: Settlement) => {
    if (await settle.run(settlement)) onOpenChange(false);
  };
  return (
    <FineDialog
      {...shown}
      name={person.name}
      pending={settle.pending}
      problem={settle.problem}
      onSettle={(settlement) => void run(settlement)}
    />
  );
}
