import { CircleAlert, CircleCheck } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

/** The fine of a borrowing; amounts in the library's currency. */
interface FineFacts {
  status: string;
  /** The charged fine; while overdue, including the fine that a return today would add. */
  fineAmount: number;
  /** The unpaid part of the charged fine. */
  fineOutstanding: number;
  /** Whether there was a fine and it is paid or waived. */
  finePaid: boolean;
}

interface FineProps {
  fine: FineFacts;
  /** Whether the text for a settled fine mentions waivers, for staff. */
  staff?: boolean;
}

/**
 * The fine of a borrowing, the same on every screen: while it grows, the total so far and the amount owed now; after
 * the return, whether it is settled, or the unpaid part.
 */
export function Fine({ fine, staff = false }: FineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { fineAmount, fineOutstanding, finePaid, status } = fine;
  if (fineAmount === 0) {
    return (
      <span className="text-subtle">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t("borrowings.fine.none")}</span>
      </span>
    );
  }
  const running = status === "overdue";
  return (
    <span className="tabular inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={`font-medium ${running ? "text-danger" : ""}`}>
        {format.money(fineAmount)}
      </span>
      {running ? (
        <span className="text-danger text-sm">{t("borrowings.fine.running")}</span>
      ) : finePaid ? (
        <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {t(staff ? "borrowings.fine.settled" : "borrowings.fine.paid")}
        </Badge>
      ) : (
        <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
          {t("borrowings.fine.unpaid")}
        </Badge>
      )}
      {fineOutstanding > 0 && fineOutstanding < fineAmount ? (
        <span className="text-sm text-subtle">
          {t(running ? "borrowings.fine.owedNow" : "borrowings.fine.left", {
            amount: format.money(fineOutstanding),
          })}
        </span>
      ) : null}
    </span>
  );
}
