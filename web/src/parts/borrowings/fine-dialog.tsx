import { useId } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { WAIVER_FORM } from "@/lib/limits.ts";
import { parseMoney } from "@/lib/money.ts";
import { type Problems, useForm } from "@/lib/use-form.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";

/** The maximum number of characters of the reason for a waiver. */
const REASON_MAX = WAIVER_FORM.note.max;

export type Settling = "payment" | "waiver";

/** What is settled: the fine of a borrowing, or a charge without a borrowing. */
export type Owed = "fine" | "charge";

/** A payment or a waiver of a fine. */
export interface Settlement {
  /** In the library's currency. */
  amount: number;
  /** The reason of a waiver; empty for a payment. */
  note: string;
}

interface SettlementValues {
  amount: string;
  note: string;
}

/** Validates the entered values against the owed amount, in the library's currency. */
export function settlementProblems(
  kind: Settling,
  owed: number,
  { amount, note }: SettlementValues,
  decimals = 2,
): Problems<SettlementValues> {
  const paid = parseMoney(amount, decimals);
  const problems: Problems<SettlementValues> = {};
  if (paid === null) problems.amount = "admin.fines.amountInvalid";
  else if (paid === 0) problems.amount = "admin.fines.amountZero";
  else if (paid > owed) problems.amount = "admin.fines.amountHigh";
  if (kind === "waiver" && note.trim() === "") problems.note = "admin.fines.reasonRequired";
  else if ([...note.trim()].length > REASON_MAX) problems.note = "admin.fines.reasonLong";
  return problems;
}

export interface FineDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  kind: Settling;
  /** The person who owes the fine. */
  name: string;
  /** The book of the fine or the description of the charge; null for everything that the person owes. */
  title: string | null;
  what?: Owed;
  /** In the library's currency. */
  owed: number;
  pending: boolean;
  /** Why the last attempt failed, unless the error belongs to a field. */
  problem: string | null;
  onSettle: (settlement: Settlement) => void;
}

const TITLES = { fine: "admin.fines.waiveTitle", charge: "admin.charges.waiveTitle" } as const;
const CONFIRMS = {
  fine: "admin.fines.waiveConfirm",
  charge: "admin.charges.waiveConfirm",
} as const;

/** Asks for the paid amount of a fine, or for the amount to waive and the reason. */
export function FineDialog({
  open,
  onOpenChange,
  kind,
  name,
  title,
  what = "fine",
  owed,
  ...rest
}: FineDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t(kind === "payment" ? "admin.fines.payTitle" : TITLES[what])}
      description={
        title === null
          ? t("admin.fines.owesAll", { name, amount: format.money(owed) })
          : t("admin.fines.owes", { name, title, amount: format.money(owed) })
      }
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={rest.pending}>
            {t(kind === "payment" ? "admin.fines.pay" : CONFIRMS[what])}
          </Button>
        </>
      }
    >
      <SettlementForm id={formId} kind={kind} owed={owed} isOfAll={title === null} {...rest} />
    </Dialog>
  );
}

/** The fields; they are reset whenever the dialog opens. */
function SettlementForm({
  id,
  kind,
  owed,
  isOfAll,
  problem,
  onSettle,
}: Pick<FineDialogProps, "kind" | "owed" | "problem" | "onSettle"> & {
  id: string;
  isOfAll: boolean;
}) {
  const { t } = useTranslation();
  const { decimals, typedMoney } = useFormat();
  const form = useForm<SettlementValues>({
    initial: { amount: typedMoney(owed), note: "" },
    check: (values) => settlementProblems(kind, owed, values, decimals),
    onSubmit: ({ amount, note }) =>
      onSettle({ amount: parseMoney(amount, decimals) ?? owed, note: note.trim() }),
  });
  return (
    <form id={id} {...form.props} className="flex flex-col gap-4">
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      <TextInput
        onFocus={(event) => event.currentTarget.select()}
        label={t("admin.fines.amount")}
        hint={t(isOfAll ? "admin.fines.amountOfAllHint" : "admin.fines.amountHint")}
        inputMode="decimal"
        autoComplete="off"
        {...form.text("amount")}
      />
      {kind === "waiver" ? (
        <TextArea
          label={t("admin.fines.reason")}
          hint={t("admin.fines.reasonHint")}
          rows={3}
          {...form.text("note")}
        />
      ) : null}
    </form>
  );
}
