import type {
  BorrowingsReport,
  CategoriesReport,
  FinesReport,
  HoursReport,
  OverdueReport,
} from "@/api/shapes.ts";
import type { Format } from "@/lib/format-context.tsx";
import type { Translate } from "@/lib/i18n/index.ts";
import type { Period } from "./period.ts";
import { percent } from "./scale.ts";

/** The number of days after which a book counts as long overdue. */
const LONG_DAYS = 30;

/** The result of a report in one sentence; null when it has no data. */
export function overTimeSentence(
  { total, before }: BorrowingsReport,
  period: Period,
  t: Translate,
  format: Format,
): string | null {
  if (total === 0 && before.total === 0) return null;
  const values = { total: format.count(total), period: t(`reports.inDays.${period}`) };
  if (before.total === 0) return t("reports.overTime.first", values);
  const change = Math.round(((total - before.total) / before.total) * 100);
  if (change === 0) return t("reports.overTime.same", values);
  // Hundreds of percent are not informative.
  if (change >= 300) {
    const times = format.count(Math.round(total / before.total));
    return t("reports.overTime.many", { ...values, times });
  }
  const shown = { ...values, percent: format.percent(Math.abs(change)) };
  return t(change > 0 ? "reports.overTime.more" : "reports.overTime.less", shown);
}

export function categoriesSentence(
  { total, categories }: CategoriesReport,
  period: Period,
  t: Translate,
  format: Format,
): string | null {
  const [first] = categories;
  if (!first) return null;
  return t("reports.categories.sentence", {
    category: first.category,
    percent: format.percent(percent(first.borrowed, total)),
    total: format.count(total),
    period: t(`reports.inDays.${period}`),
  });
}

export function overdueSentence(
  { total, ages }: OverdueReport,
  t: Translate,
  format: Format,
): string | null {
  if (total === 0) return null;
  const old = ages
    .filter(({ fromDays }) => fromDays > LONG_DAYS)
    .reduce((sum, { borrowings }) => sum + borrowings, 0);
  return t("reports.overdue.sentence", {
    count: total,
    number: format.count(total),
    old: format.count(old),
  });
}

/** An hour of the day, such as `09:00`. */
export function clock(hour: number): string {
  return `${String(hour % 24).padStart(2, "0")}:00`;
}

export function hoursSentence(
  { total, weekdays }: HoursReport,
  period: Period,
  t: Translate,
  format: Format,
): string | null {
  if (total === 0) return null;
  const all = weekdays.flatMap(({ weekday, hours }) =>
    hours.map((borrowed, hour) => ({ weekday, hour, borrowed })),
  );
  const busiest = all.reduce((most, each) => (each.borrowed > most.borrowed ? each : most));
  return t("reports.hours.sentence", {
    weekday: format.weekday(busiest.weekday, "long"),
    from: clock(busiest.hour),
    to: clock(busiest.hour + 1),
    count: format.count(busiest.borrowed),
    total: format.count(total),
    period: t(`reports.inDays.${period}`),
  });
}

export function finesSentence(
  { charged, collected, waived }: FinesReport,
  t: Translate,
  format: Format,
): string | null {
  if (charged === 0 && collected === 0 && waived === 0) return null;
  return t("reports.fines.sentence", {
    charged: format.money(charged),
    collected: format.money(collected),
    waived: format.money(waived),
  });
}
