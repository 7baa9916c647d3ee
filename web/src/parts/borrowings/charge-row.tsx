import type { ReactNode } from "react";
import type { Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Fine } from "./fine.tsx";

interface ChargeRowProps {
  charge: Shape<"Charge">;
  /** For staff: the name of the person who added it. */
  by?: string | null;
  /** Buttons at the end. */
  end?: ReactNode;
}

/** A charge without a borrowing: what it is for, when it arose, and how much of it is unpaid. */
export function ChargeRow({ charge, by = null, end }: ChargeRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { amount, outstanding, reason } = charge;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-[1_1_14rem] flex-col gap-0.5">
        <p className="break-words font-medium" dir="auto">
          {charge.description}
        </p>
        <p className="tabular flex flex-wrap items-center gap-x-3 text-muted text-sm">
          <span>{t(`borrowings.charges.reason.${reason}`)}</span>{" "}
          <span>{format.date(charge.chargedAt)}</span>{" "}
          {by === null ? null : <span>{t("admin.charges.by", { name: by })}</span>}
        </p>
      </div>
      <Fine
        staff={by !== null}
        fine={{
          status: "returned",
          fineAmount: amount,
          fineOutstanding: outstanding,
          finePaid: outstanding === 0,
        }}
      />
      {end}
    </div>
  );
}
