import { Printer } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useReceipts } from "@/api/queries/receipts.ts";
import type { Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { Select } from "@/ui/select.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";

type Receipt = Shape<"Receipt">;

interface ReceiptDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The person who paid. */
  person: { _id: string; name: string };
}

/** The receipts of a person, the latest first, for printing. */
export function ReceiptDialog({ open, onOpenChange, person }: ReceiptDialogProps) {
  const { t } = useTranslation();
  const receipts = useReceipts(person._id, { enabled: open });
  const [chosen, setChosen] = useState<number | null>(null);
  // A list that was fetched before the last payment lacks its receipt.
  const listed = receipts.isFetching || receipts.isError ? undefined : receipts.data;
  const shown = listed?.find(({ number }) => number === chosen) ?? listed?.[0];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("admin.fines.receiptTitle")}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t("common.close")}
          </Button>
          <Button
            disabledReason={shown ? null : t("admin.fines.noReceipt")}
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" />
            {t("admin.fines.print")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {listed && shown && listed.length > 1 ? (
          <Choice receipts={listed} chosen={shown.number} onChoose={setChosen} />
        ) : null}
        {shown ? (
          <PrintedReceipt receipt={shown} name={person.name} />
        ) : receipts.isError ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("admin.fines.receiptsFailed")}
            text={messageOf(receipts.error, "")}
            onRetry={() => void receipts.refetch()}
            retrying={receipts.isFetching}
          />
        ) : listed ? (
          <p className="text-muted">{t("admin.fines.noReceipts")}</p>
        ) : (
          <Loading>
            <Skeleton className="h-48 w-full" />
          </Loading>
        )}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  receipts: readonly Receipt[];
  chosen: number;
  onChoose: (number: number) => void;
}

function Choice({ receipts, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Select
      label={t("admin.fines.receipt")}
      value={String(chosen)}
      onValueChange={(value) => onChoose(Number(value))}
      options={receipts.map(({ number, paidAt, total }) => ({
        value: String(number),
        label: t("admin.fines.receiptOf", {
          number: String(number),
          date: format.date(paidAt),
          amount: format.money(total),
        }),
      }))}
    />
  );
}

/** A receipt, which is printed without the page around it. */
function PrintedReceipt({ receipt, name }: { receipt: Receipt; name: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const library = useLibrary();
  const { address, phone, email } = library.contact;
  return (
    <section
      data-print="only"
      aria-label={t("admin.fines.receiptNumber", { number: String(receipt.number) })}
      className="flex flex-col gap-4 rounded-card border border-line p-5"
    >
      <header className="flex flex-col gap-0.5">
        <h3 className="font-medium font-serif text-lg" dir="auto">
          {library.name}
        </h3>
        {address === null ? null : (
          <p className="whitespace-pre-line text-muted text-sm" dir="auto">
            {address}
          </p>
        )}
        {phone === null && email === null ? null : (
          <p className="text-muted text-sm">{[phone, email].filter(Boolean).join(" · ")}</p>
        )}
      </header>
      <div className="flex flex-wrap justify-between gap-x-4 text-md">
        <p className="font-semibold">
          {t("admin.fines.receiptNumber", { number: String(receipt.number) })}
        </p>
        <p className="tabular">{format.dateTime(receipt.paidAt)}</p>
      </div>
      <p className="text-md">{t("admin.fines.receivedFrom", { name })}</p>
      <table className="w-full text-md">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("admin.fines.paidFor")}</th>
            <th scope="col">{t("admin.fines.amount")}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-y">
          {receipt.items.map((item, place) => (
            // Two items of a receipt may be for the same copy.
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a receipt do not change
            <tr key={place}>
              <td className="py-2 pe-4 text-start">
                <span className="font-serif" dir="auto">
                  {item.title ?? item.description ?? t("admin.fines.fine")}
                </span>
                {item.barcode === null ? null : (
                  <>
                    {" "}
                    <span className="tabular block text-muted text-sm">{item.barcode}</span>
                  </>
                )}
              </td>
              <td className="tabular py-2 text-end align-top">{format.money(item.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-2 text-start">
              {t("admin.fines.total")}
            </th>
            <td className="tabular py-2 text-end">{format.money(receipt.total)}</td>
          </tr>
        </tfoot>
      </table>
      {receipt.note === null ? null : (
        <p className="whitespace-pre-line text-md" dir="auto">
          {receipt.note}
        </p>
      )}
      {receipt.recordedBy === null ? null : (
        <p className="text-muted text-sm">
          {t("admin.fines.recordedBy", { name: receipt.recordedBy })}
        </p>
      )}
    </section>
  );
}
