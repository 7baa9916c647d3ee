import { BookCheck, BookX, CircleCheck, Clock } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

interface AvailabilityBadgeProps {
  available: number;
  total: number;
  /** The due date of the person's own borrowing of it, if any; a civil date. */
  mineUntil?: string | null | undefined;
  /** The instant until which the copy on loan that is due first can be returned, if known. */
  nextDue?: string | null | undefined;
}

/** Whether a copy is available now, and if not, when the next one is due. */
export function AvailabilityBadge({
  available,
  total,
  mineUntil,
  nextDue,
}: AvailabilityBadgeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (mineUntil) {
    const isLate = mineUntil < format.today();
    return (
      <Badge tone={isLate ? "danger" : "info"} icon={<BookCheck aria-hidden="true" />}>
        {t(`common.availability.${isLate ? "mineLate" : "mine"}`, {
          date: format.shortDate(mineUntil),
        })}
      </Badge>
    );
  }
  if (total === 0) {
    return <Badge icon={<BookX aria-hidden="true" />}>{t("common.availability.noCopies")}</Badge>;
  }
  if (available === 0) {
    return (
      <Badge tone="danger" icon={<Clock aria-hidden="true" />}>
        {nextDue
          ? t(
              `common.availability.${Date.parse(nextDue) < Date.now() ? "noneLate" : "noneUntil"}`,
              {
                date: format.shortDate(nextDue),
              },
            )
          : t("common.availability.none")}
      </Badge>
    );
  }
  if (available === 1 && total > 1) {
    return (
      <Badge tone="warning" icon={<CircleCheck aria-hidden="true" />}>
        {t("common.availability.last")}
      </Badge>
    );
  }
  return (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      {t("common.availability.some", { available, total })}
    </Badge>
  );
}
