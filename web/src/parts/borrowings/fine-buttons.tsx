import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import type { Owed, Settling } from "./fine-dialog.tsx";
import { type SettleActions, SettlementDialog } from "./settlement-dialog.tsx";

export interface SettlingAllowed {
  pay: boolean;
  waive: boolean;
}

interface FineButtonsProps extends SettleActions {
  /** The actions on a fine that the signed-in person may take. */
  allowed: SettlingAllowed;
  /** The person who owes the fine. */
  person: { _id: string; name: string };
  /** The book of the fine, or the description of the charge. */
  title: string;
  what?: Owed;
  /** The owed amount in the library's currency. */
  owed: number;
}

/** The allowed buttons to record a payment of a fine or to waive it; each opens a dialog for the amount. */
export function FineButtons({ allowed, title, what = "fine", ...rest }: FineButtonsProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Settling>("payment");
  const [open, setOpen] = useState(false);

  const ask = (asked: Settling) => {
    setKind(asked);
    setOpen(true);
  };
  return (
    <>
      {allowed.pay ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t("admin.fines.payFor", { title })}
          onClick={() => ask("payment")}
        >
          {t("admin.fines.pay")}
        </Button>
      ) : null}
      {allowed.waive ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t(what === "charge" ? "admin.charges.waiveFor" : "admin.fines.waiveFor", {
            title,
          })}
          onClick={() => ask("waiver")}
        >
          {t("admin.fines.waive")}
        </Button>
      ) : null}
      <SettlementDialog
        {...rest}
        title={title}
        what={what}
        open={open}
        onOpenChange={setOpen}
        kind={kind}
      />
    </>
  );
}
