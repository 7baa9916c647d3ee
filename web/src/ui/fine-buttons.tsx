import { useState } from "react";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";
import { FineDialog, type Settlement, type Settling } from "./fine-dialog.tsx";
import { notify } from "./toast/notify.ts";

export interface SettlingAllowed {
  pay: boolean;
  waive: boolean;
}

interface FineButtonsProps {
  /** What the person may do with a fine. */
  allowed: SettlingAllowed;
  /** The person who owes the fine. */
  name: string;
  /** The book of the fine. */
  title: string;
  /** The owed amount in the library's currency. */
  owed: number;
  /** Records the payment or the waiver; rejects on failure. */
  onSettle: (kind: Settling, settlement: Settlement) => Promise<unknown>;
  /** The words for a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

/** Buttons to record a payment of a fine or to waive it, as far as that is allowed; each opens a dialog for the amount. */
export function FineButtons({ allowed, name, title, owed, onSettle, problemOf }: FineButtonsProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Settling>("payment");
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const rememberFocus = useFocusAfterRemoval();

  const ask = (asked: Settling, button: HTMLElement) => {
    rememberFocus(button);
    setKind(asked);
    setProblem(null);
    setOpen(true);
  };
  const settle = async (settlement: Settlement) => {
    setPending(true);
    setProblem(null);
    try {
      await onSettle(kind, settlement);
      setOpen(false);
      notify.success(t(kind === "payment" ? "admin.fines.paymentDone" : "admin.fines.waiverDone"));
    } catch (error) {
      const fallback = kind === "payment" ? "admin.fines.payFailed" : "admin.fines.waiveFailed";
      setProblem(problemOf(error, t(fallback)));
    }
    setPending(false);
  };
  return (
    <>
      {allowed.pay ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t("admin.fines.payFor", { title })}
          onClick={(event) => ask("payment", event.currentTarget)}
        >
          {t("admin.fines.pay")}
        </Button>
      ) : null}
      {allowed.waive ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t("admin.fines.waiveFor", { title })}
          onClick={(event) => ask("waiver", event.currentTarget)}
        >
          {t("admin.fines.waive")}
        </Button>
      ) : null}
      <FineDialog
        open={open}
        onOpenChange={setOpen}
        kind={kind}
        name={name}
        title={title}
        owed={owed}
        pending={pending}
        problem={problem}
        onSettle={(settlement) => void settle(settlement)}
      />
    </>
  );
}
