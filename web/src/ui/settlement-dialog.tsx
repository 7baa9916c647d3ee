import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import {
  FineDialog,
  type FineDialogProps,
  type Settlement,
  type Settling,
} from "./fine-dialog.tsx";
import { notify } from "./toast/notify.ts";

export interface SettleActions {
  /** Records the payment or the waiver; rejects on failure. */
  onSettle: (kind: Settling, settlement: Settlement) => Promise<unknown>;
  /** The words for a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

type SettlementDialogProps = Omit<FineDialogProps, "pending" | "problem" | "onSettle"> &
  SettleActions;

/** Asks for a payment or a waiver of a fine, records it, and shows the result. */
export function SettlementDialog({ onSettle, problemOf, ...shown }: SettlementDialogProps) {
  const { t } = useTranslation();
  const { kind, open, onOpenChange } = shown;
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setProblem(null);
  }
  const settle = async (settlement: Settlement) => {
    setPending(true);
    setProblem(null);
    try {
      await onSettle(kind, settlement);
      onOpenChange(false);
      notify.success(t(kind === "payment" ? "admin.fines.paymentDone" : "admin.fines.waiverDone"));
    } catch (error) {
      const fallback = kind === "payment" ? "admin.fines.payFailed" : "admin.fines.waiveFailed";
      setProblem(problemOf(error, t(fallback)));
    }
    setPending(false);
  };
  return (
    <FineDialog
      {...shown}
      pending={pending}
      problem={problem}
      onSettle={(settlement) => void settle(settlement)}
    />
  );
}
