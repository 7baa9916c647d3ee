import type { HoursReport } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useReport } from "../queries.ts";
import { Figure } from "./figure.tsx";
import { type Period, rangeOf } from "./period.ts";
import { clock, hoursSentence } from "./sentences.ts";

/** The borrowings in each hour of the week, as squares of different sizes. */
export function BusiestHours({ period }: { period: Period }) {
  const { t } = useTranslation();
  const format = useFormat();
  const range = rangeOf(period, format.today());
  const report = useReport("hours", range);
  return (
    <Figure
      id="hours"
      title={t("reports.hours.title")}
      sentence={report.data ? hoursSentence(report.data, period, t, format) : null}
      empty={t("reports.hours.empty", { period: t(`reports.inDays.${period}`) })}
      file={`${t("reports.hours.file")}-${range.from}-${range.to}`}
      report={report}
      table={
        report.data
          ? {
              columns: [
                t("reports.hours.weekday"),
                t("reports.hours.hour"),
                t("reports.hours.borrowed"),
              ],
              rows: report.data.weekdays.flatMap(({ weekday, hours }) =>
                hours
                  .map((borrowed, hour) => [
                    { text: format.weekday(weekday, "long") },
                    { text: clock(hour) },
                    { text: format.count(borrowed), value: borrowed },
                  ])
                  // Omits hours without borrowings, most of which are outside the opening hours.
                  .filter((_, hour) => (hours[hour] ?? 0) > 0),
              ),
            }
          : null
      }
    >
      {report.data ? <Week weekdays={report.data.weekdays} /> : null}
    </Figure>
  );
}

function Week({ weekdays }: Pick<HoursReport, "weekdays">) {
  const { t } = useTranslation();
  const format = useFormat();
  const busy = weekdays.flatMap(({ hours }) =>
    hours.flatMap((borrowed, hour) => (borrowed > 0 ? [hour] : [])),
  );
  const [first, last] = [Math.min(...busy), Math.max(...busy)];
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const most = Math.max(...weekdays.flatMap(({ hours }) => hours));
  return (
    <div className="flex flex-col gap-3">
      <table className="w-full table-fixed border-separate border-spacing-px text-subtle text-xs">
        <caption className="sr-only">{t("reports.hours.title")}</caption>
        <thead>
          <tr>
            <td className="w-9" />
            {shown.map((hour) => (
              <th key={hour} scope="col" className="tabular pb-1 font-normal">
                <span className="sr-only">{clock(hour)}</span>
                <span aria-hidden="true">{hour % 2 === first % 2 ? format.count(hour) : ""}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map(({ weekday, hours }) => (
            <tr key={weekday}>
              <th scope="row" className="text-start font-normal">
                {format.weekday(weekday, "short")}
              </th>
              {shown.map((hour) => {
                const borrowed = hours[hour] ?? 0;
                const side = `${Math.sqrt(borrowed / most) * 100}%`;
                return (
                  <td key={hour} className="h-7 rounded-[2px] bg-sunken p-0.5">
                    <span className="sr-only">{format.count(borrowed)}</span>
                    <span aria-hidden="true" className="grid h-6 place-items-center">
                      <span
                        className="block rounded-[2px] bg-primary [print-color-adjust:exact] forced-colors:bg-[Highlight]"
                        style={{ width: side, height: side }}
                      />
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-subtle">{t("reports.hours.legend")}</p>
    </div>
  );
}
