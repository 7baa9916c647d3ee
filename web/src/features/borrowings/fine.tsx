import { CircleAlert, CircleCheck } from "lucide-react";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

/** The fine of a borrowing: paid, unpaid or running. */
export function Fine({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { fineAmount, fineOutstanding, finePaid, status } = borrowing;
  if (fineAmount === 0) {
    return (
      <span className="text-subtle">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t("borrowings.fine.none")}</span>
      </span>
    );
  }
  const partly = fineOutstanding > 0 && fineOutstanding < fineAmount;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <span className="font-medium">{format.money(fineAmount)}</span>
      {status === "overdue" ? (
        <span className="text-danger text-sm">{t("borrowings.fine.running")}</span>
      ) : finePaid ? (
        <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {t("borrowings.fine.paid")}
        </Badge>
      ) : (
        <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
          {t("borrowings.fine.unpaid")}
        </Badge>
      )}
      {partly ? (
        <span className="text-sm text-subtle">
          {t("borrowings.fine.left", { amount: format.money(fineOutstanding) })}
        </span>
      ) : null}
    </span>
  );
}
