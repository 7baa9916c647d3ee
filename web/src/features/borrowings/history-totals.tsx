import { BookCheck, BookMarked, Coins, Receipt } from "lucide-react";
import type { HistoryAnswer } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { StatTile } from "@/ui/card.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";

/** The totals of the whole history, independent of filters and pages. */
export function HistoryTotals({ totals }: { totals: HistoryAnswer["totals"] | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const waiting = <Skeleton className="my-1 h-8.5 w-12" />;
  const out = totals ? totals.borrowings - totals.returned : 0;
  return (
    <section
      aria-label={t("borrowings.history.totals")}
      className="fit-grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4"
    >
      <StatTile
        label={t("borrowings.history.borrowings")}
        value={totals ? format.count(totals.borrowings) : waiting}
        icon={<BookMarked />}
      />
      <StatTile
        label={t("borrowings.history.returned")}
        value={totals ? format.count(totals.returned) : waiting}
        note={
          totals
            ? out > 0
              ? t("borrowings.history.stillOut", { number: format.count(out) })
              : t("borrowings.history.allBack")
            : "\u00a0"
        }
        icon={<BookCheck />}
      />
      <StatTile
        label={t("borrowings.history.fines")}
        value={totals ? format.money(totals.finesBooked) : waiting}
        icon={<Receipt />}
      />
      <StatTile
        label={t("borrowings.history.outstanding")}
        value={totals ? format.money(totals.finesOutstanding) : waiting}
        note={
          totals
            ? t(
                totals.finesOutstanding > 0
                  ? "borrowings.history.payAtDesk"
                  : "borrowings.history.settled",
              )
            : "\u00a0"
        }
        tone={totals && totals.finesOutstanding > 0 ? "danger" : "neutral"}
        icon={<Coins />}
      />
    </section>
  );
}
