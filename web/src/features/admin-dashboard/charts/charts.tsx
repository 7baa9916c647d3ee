import { useRef } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { useWanted } from "@/lib/use-wanted.ts";
import { Section } from "@/ui/card.tsx";
import { ReportsWanted } from "../queries.ts";
import { BusiestHours } from "./busiest-hours.tsx";
import { ByCategory } from "./by-category.tsx";
import { FinesByMonth } from "./fines-by-month.tsx";
import { OverTime } from "./over-time.tsx";
import { OverdueAges } from "./overdue-ages.tsx";
import { PERIODS, type Period, periodOf } from "./period.ts";

/**
 * The charts of the library, each with a sentence, a table and a file. The address has the period and the open tables.
 */
export function Charts() {
  const { t } = useTranslation();
  const address = useAddress();
  const period = periodOf(address.query);
  const figures = useRef<HTMLDivElement>(null);
  const wanted = useWanted(figures);
  const choose = (days: Period) =>
    address.change({ days: days === "30" ? null : days }, { replace: true });
  return (
    <Section title={t("reports.title")} action={<PeriodChoice period={period} onChoose={choose} />}>
      <ReportsWanted value={wanted}>
        <div
          ref={figures}
          className="grid gap-6 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[repeat(2,minmax(0,1fr))]"
        >
          <div className="min-w-0 lg:col-span-2">
            <OverTime period={period} />
          </div>
          <ByCategory period={period} />
          <BusiestHours period={period} />
          <OverdueAges />
          <FinesByMonth />
        </div>
      </ReportsWanted>
    </Section>
  );
}

interface PeriodChoiceProps {
  period: Period;
  onChoose: (period: Period) => void;
}

function PeriodChoice({ period, onChoose }: PeriodChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset
      data-print="none"
      className="inline-flex max-w-full flex-wrap rounded-control border border-line-strong bg-surface"
    >
      <legend className="sr-only">{t("reports.period")}</legend>
      {PERIODS.map((days) => (
        <label
          key={days}
          className="grid h-8.5 place-items-center rounded-[5px] px-3 text-md text-muted transition-colors hover:text-ink has-checked:bg-primary-soft has-checked:font-medium has-checked:text-on-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-primary touch:h-10.5"
        >
          <input
            type="radio"
            name="days"
            value={days}
            checked={period === days}
            onChange={() => onChoose(days)}
            className="sr-only"
          />
          {t(`reports.days.${days}`)}
        </label>
      ))}
    </fieldset>
  );
}
