import { civilDate, daysBetween } from "@/lib/dates.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";

/** Days before the due day from which the meter warns. */
const SOON_DAYS = 3;

interface DueMeterProps {
  /** The civil date or the instant at which the loan began. */
  from: string;
  /** The civil date on which it is due. */
  dueOn: string;
  /** The civil date of today; by default in the library's zone. */
  today?: string;
}

/** A thin line that is full on the due day, amber when that is near and red when it has passed, with a text. */
export function DueMeter({ from, dueOn, today }: DueMeterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = today ?? format.today();
  const left = daysBetween(now, dueOn);
  const firstDay = from.includes("T") ? civilDate(new Date(from), format.timeZone) : from;
  const length = Math.max(1, daysBetween(firstDay, dueOn));
  const share = Math.min(1, Math.max(0, 1 - left / length));
  const tone = left < 0 ? "late" : left <= SOON_DAYS ? "soon" : "calm";
  const fill = { late: "bg-danger", soon: "bg-warning", calm: "bg-primary" }[tone];
  const ink = { late: "text-danger", soon: "text-warning", calm: "text-muted" }[tone];
  return (
    <div className="flex flex-col gap-1.5">
      <p className={`tabular font-medium text-sm ${ink}`}>{words(left)}</p>
      <div
        aria-hidden="true"
        className="h-1 overflow-hidden rounded-full bg-sunken forced-colors:border"
      >
        <div
          className={`h-full rounded-full transition-[width] forced-colors:bg-[Highlight] ${fill}`}
          // A sign of the line on the first day, too.
          style={{ width: `${Math.max(share * 100, 4)}%` }}
        />
      </div>
    </div>
  );

  function words(days: number): string {
    if (days < 0) return t("common.due.late", { count: -days });
    if (days === 0) return t("common.due.today");
    if (days === 1) return t("common.due.tomorrow");
    return t("common.due.in", { count: days });
  }
}
