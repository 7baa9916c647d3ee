import { useId } from "react";
import { type ChargeForm, useAddCharge, useCancelCharge } from "@/api/queries/charges.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { amountProblem } from "@/lib/amount-problem.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { CHARGE_FORM } from "@/lib/limits.ts";
import { parseMoney } from "@/lib/money.ts";
import type { Problems } from "@/lib/use-form.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";

type Reason = ChargeForm["reason"];

/** The reasons that staff choose from. */
const REASONS: readonly Reason[] = ["lost", "processing", "damage", "other"];

const AMOUNT_PROBLEMS = {
  invalid: "admin.fines.amountInvalid",
  zero: "admin.fines.amountZero",
  high: "admin.charges.amountTooHigh",
} as const;

export interface ChargeValues {
  reason: string;
  amount: string;
  description: string;
}

const EMPTY: ChargeValues = { reason: "", amount: "", description: "" };

function isReason(text: string): text is Reason {
  return REASONS.some((reason) => reason === text);
}

/** Checks a charge as the server will. */
export function chargeProblems(
  { reason, amount, description }: ChargeValues,
  decimals = 2,
): Problems<ChargeValues> {
  const problems: Problems<ChargeValues> = {};
  if (!isReason(reason)) problems.reason = "admin.charges.reasonMissing";
  const problem = amountProblem(amount, decimals);
  if (problem !== null) problems.amount = AMOUNT_PROBLEMS[problem];
  const length = [...description.trim()].length;
  if (length === 0) problems.description = "admin.charges.descriptionMissing";
  else if (length > CHARGE_FORM.description.max) {
    problems.description = "admin.charges.descriptionLong";
  }
  return problems;
}

interface ChargeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  person: UserSummary;
}

/** Adds a charge without a borrowing; the toast can undo it. */
export function ChargeDialog({ open, onOpenChange, person }: ChargeDialogProps) {
  const { t } = useTranslation();
  const { decimals, money } = useFormat();
  const formId = useId();
  const add = useAddCharge(person._id);
  const cancel = useCancelCharge();
  const { form, action } = useFormAction<Awaited<ReturnType<typeof add.mutateAsync>>, ChargeValues>(
    {
      initial: EMPTY,
      check: (values) => chargeProblems(values, decimals),
      save: ({ reason, amount, description }) =>
        add.mutateAsync({
          reason: isReason(reason) ? reason : "other",
          amount: parseMoney(amount, decimals) ?? 0,
          description: description.trim(),
        }),
      done: (charge, _values, { reset }) => {
        onOpenChange(false);
        reset(EMPTY);
        return {
          message: t("admin.charges.added"),
          detail: t("admin.charges.addedDetail", {
            name: person.name,
            amount: money(charge.amount),
          }),
          undo: {
            run: () => cancel.mutateAsync(charge._id),
            done: t("admin.charges.cancelled"),
          },
        };
      },
      failed: t("admin.charges.addFailed"),
    },
  );
  const close = () => {
    form.reset(EMPTY);
    action.reset();
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      width="sm"
      title={t("admin.charges.addTitle")}
      description={t("admin.charges.addText", { name: person.name })}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={action.pending}>
            {t("admin.charges.save")}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-4">
        <FormProblem action={action} />
        <Select
          label={t("admin.charges.reason")}
          name="reason"
          value={form.values.reason}
          error={form.error("reason")}
          onValueChange={(reason) => form.set("reason", reason)}
          options={[
            { value: "", label: t("admin.charges.reasonMissing") },
            ...REASONS.map((value) => ({ value, label: t(`borrowings.charges.reason.${value}`) })),
          ]}
        />
        <TextInput
          label={t("admin.fines.amount")}
          inputMode="decimal"
          autoComplete="off"
          {...form.text("amount")}
        />
        <TextInput
          label={t("admin.charges.description")}
          hint={t("admin.charges.descriptionHint")}
          autoComplete="off"
          {...form.text("description")}
        />
      </form>
    </Dialog>
  );
}
