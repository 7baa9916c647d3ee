import { useLibraryRules } from "@/api/queries/pages.ts";
import type { LibraryRules } from "@/api/shapes.ts";
import { addDays, daysBetween } from "@/lib/dates.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { WEEKDAYS } from "@/lib/weekdays.ts";

interface LoanLengthProps {
  /** The book's own period, in days. */
  period: number;
  /** The due date of a borrowing made today. */
  dueOn: string;
}

/** The length of a loan that starts today; if it differs from the book's period, the reason. */
export function LoanLength({ period, dueOn }: LoanLengthProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const days = daysBetween(format.today(), dueOn);
  return (
    <>
      <span className="block text-muted text-sm">{t("books.borrow.period", { count: days })}</span>
      {days === period ? null : <Difference period={period} dueOn={dueOn} />}
    </>
  );
}

function Difference({ period, dueOn }: LoanLengthProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const rules = useLibraryRules();
  if (rules.isPending) return null;
  const regular = addDays(format.today(), period);
  return (
    <span className="block text-muted text-sm">
      {t(causeOf(rules.data, { regular, dueOn }), { count: period, date: format.date(dueOn) })}
    </span>
  );
}

/** Why a loan does not end on the regular day, according to the public rules. */
function causeOf(
  rules: LibraryRules | undefined,
  { regular, dueOn }: { regular: string; dueOn: string },
): TextKey {
  if (rules && dueOn < regular && dueOn === rules.latestDueDate) return "books.borrow.cutShort";
  if (rules && dueOn > regular && isClosedUntil(rules, regular, dueOn)) {
    return "books.borrow.closedDay";
  }
  return "books.borrow.otherRule";
}

/** Whether the library is closed on each day from `first` to the day before `opening`. */
function isClosedUntil(
  { closedWeekdays, closures }: LibraryRules,
  first: string,
  opening: string,
): boolean {
  const isClosed = (day: string) =>
    closures.some(({ date }) => date === day) ||
    closedWeekdays.some((weekday) => weekday === WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]);
  const days = Array.from({ length: daysBetween(first, opening) }, (_, ahead) =>
    addDays(first, ahead),
  );
  return days.every(isClosed);
}
