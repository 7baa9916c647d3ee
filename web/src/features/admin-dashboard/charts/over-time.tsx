import { useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useReport } from "../queries.ts";
import { Figure } from "./figure.tsx";
import { type Period, rangeOf, type Step, stepsOf } from "./period.ts";
import { roundedUp } from "./scale.ts";
import { Scrubber } from "./scrubber.tsx";
import { overTimeSentence } from "./sentences.ts";

/** The borrowings by day or by week, and those of the previous period as a dashed line. */
export function OverTime({ period }: { period: Period }) {
  const { t } = useTranslation();
  const format = useFormat();
  const range = rangeOf(period, format.today());
  const report = useReport("borrowings", range);
  const drawn = report.data ? stepsOf(report.data.counts) : null;
  return (
    <Figure
      id="borrowings"
      title={t("reports.overTime.title")}
      sentence={report.data ? overTimeSentence(report.data, period, t, format) : null}
      empty={t("reports.overTime.empty", { period: t(`reports.inDays.${period}`) })}
      file={`${t("reports.overTime.file")}-${range.from}-${range.to}`}
      report={report}
      table={
        drawn && {
          columns: [
            t(drawn.inWeeks ? "reports.overTime.week" : "reports.overTime.date"),
            t("reports.overTime.borrowed"),
            t("reports.overTime.borrowedBefore"),
          ],
          rows: drawn.steps.map(({ on, borrowed, before }) => [
            { text: format.date(on), value: on },
            { text: format.count(borrowed), value: borrowed },
            { text: format.count(before), value: before },
          ]),
        }
      }
    >
      {drawn ? (
        <Lines
          // The key resets the selected place when the period changes.
          key={`${drawn.steps.length} ${drawn.steps.at(-1)?.on}`}
          steps={drawn.steps}
          inWeeks={drawn.inWeeks}
          period={period}
        />
      ) : null}
    </Figure>
  );
}

interface LinesProps {
  steps: readonly Step[];
  inWeeks: boolean;
  period: Period;
}

function Lines({ steps, inWeeks, period }: LinesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [picked, setPicked] = useState(steps.length - 1);
  const top = roundedUp(Math.max(...steps.flatMap(({ borrowed, before }) => [borrowed, before])));
  const x = (place: number) => (place / (steps.length - 1)) * 100;
  const y = (count: number) => 100 - (count / top) * 100;
  const path = (of: "borrowed" | "before") =>
    steps.map((step, place) => `${place === 0 ? "M" : "L"}${x(place)} ${y(step[of])}`).join("");
  const step = steps[picked];
  const middle = steps[Math.floor((steps.length - 1) / 2)];
  return (
    <div className="flex flex-col gap-3">
      <Scrubber
        label={t(inWeeks ? "reports.overTime.readWeeks" : "reports.overTime.read")}
        count={steps.length}
        picked={picked}
        onPick={setPicked}
        value={
          step
            ? t(inWeeks ? "reports.overTime.weekValue" : "reports.overTime.value", {
                date: format.date(step.on),
                borrowed: format.count(step.borrowed),
                before: format.count(step.before),
              })
            : ""
        }
      >
        <div aria-hidden="true" className="relative h-48">
          <svg
            className="size-full overflow-visible rtl:-scale-x-100"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {[0, 50, 100].map((height) => (
              <line
                key={height}
                x1="0"
                x2="100"
                y1={height}
                y2={height}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <path d={`${path("borrowed")}L100 100L0 100Z`} className="fill-primary-soft" />
            <path
              d={path("before")}
              className="fill-none stroke-subtle"
              strokeWidth="1.5"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={path("borrowed")}
              className="fill-none stroke-primary"
              strokeWidth="2"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
            <line
              x1={x(picked)}
              x2={x(picked)}
              y1="0"
              y2="100"
              className="stroke-line-strong print:hidden"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <span className="tabular absolute start-0 top-0.5 rounded-chip bg-surface/80 px-1 text-subtle text-xs">
            {format.count(top)}
          </span>
          <span className="tabular absolute start-0 top-1/2 rounded-chip bg-surface/80 px-1 text-subtle text-xs">
            {format.count(top / 2)}
          </span>
        </div>
      </Scrubber>
      <div aria-hidden="true" className="tabular flex justify-between text-subtle text-xs">
        {[steps[0], middle, steps.at(-1)].map((each) =>
          each ? <span key={each.on}>{format.shortDate(each.on)}</span> : null,
        )}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
        <li className="flex items-center gap-2">
          <Sample />
          {t("reports.overTime.now")}
        </li>
        <li className="flex items-center gap-2">
          <Sample dashed />
          {t("reports.overTime.before", { period: t(`reports.days.${period}`) })}
        </li>
      </ul>
    </div>
  );
}

/** A segment of one of the lines. */
function Sample({ dashed = false }: { dashed?: boolean }) {
  return (
    <svg className="h-3 w-7" viewBox="0 0 28 12" aria-hidden="true">
      <line
        x1="0"
        x2="28"
        y1="6"
        y2="6"
        className={dashed ? "stroke-subtle" : "stroke-primary"}
        strokeWidth={dashed ? 1.5 : 2}
        strokeDasharray={dashed ? "4 4" : undefined}
      />
    </svg>
  );
}
