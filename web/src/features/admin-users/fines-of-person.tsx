import { useState } from "react";
import { useMay } from "@/api/permissions.ts";
import { usePayAllFines, useReceipts } from "@/api/queries/receipts.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ReceiptDialog } from "@/parts/borrowings/receipt-dialog.tsx";
import { SettlementDialog } from "@/parts/borrowings/settlement-dialog.tsx";
import { Button } from "@/ui/button.tsx";

/** Records a payment of everything that a person owes, and shows the receipts; for people who may record payments. */
export function FinesOfPerson({ person }: { person: UserSummary }) {
  return useMay()("record_payment") ? <Buttons person={person} /> : null;
}

function Buttons({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"payment" | "receipts" | null>(null);
  const pay = usePayAllFines(person._id);
  const receipts = useReceipts(person._id);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {person.balance > 0 ? (
        <Button variant="secondary" onClick={() => setOpen("payment")}>
          {t("admin.fines.payAll")}
        </Button>
      ) : null}
      {receipts.data && receipts.data.length > 0 ? (
        <Button variant="secondary" onClick={() => setOpen("receipts")}>
          {t("admin.fines.receipts")}
        </Button>
      ) : null}
      <SettlementDialog
        open={open === "payment"}
        onOpenChange={close}
        kind="payment"
        person={person}
        title={null}
        owed={person.balance}
        onSettle={(_, { amount }) => pay.mutateAsync({ amount })}
      />
      <ReceiptDialog open={open === "receipts"} onOpenChange={close} person={person} />
    </div>
  );
}
