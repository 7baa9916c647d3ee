import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useReport } from "../queries.ts";
import { Bars } from "./bars.tsx";
import { Figure } from "./figure.tsx";
import { type Period, rangeOf } from "./period.ts";
import { percent } from "./scale.ts";
import { categoriesSentence } from "./sentences.ts";

/** The number of categories with a bar of their own; the table has all. */
const SHOWN = 7;

/** The borrowings by category. */
export function ByCategory({ period }: { period: Period }) {
  const { t } = useTranslation();
  const format = useFormat();
  const range = rangeOf(period, format.today());
  const report = useReport("categories", range);
  const all = report.data?.categories ?? [];
  const others = all.slice(SHOWN);
  const bars = all
    .slice(0, SHOWN)
    .map(({ category, borrowed }) => ({ name: category, count: borrowed, isRest: false }));
  if (others.length > 0) {
    bars.push({
      name: t("reports.categories.others", {
        count: others.length,
        number: format.count(others.length),
      }),
      count: others.reduce((sum, { borrowed }) => sum + borrowed, 0),
      isRest: true,
    });
  }
  return (
    <Figure
      id="categories"
      title={t("reports.categories.title")}
      sentence={report.data ? categoriesSentence(report.data, period, t, format) : null}
      empty={t("reports.categories.empty", { period: t(`reports.inDays.${period}`) })}
      file={`${t("reports.categories.file")}-${range.from}-${range.to}`}
      report={report}
      table={
        report.data
          ? {
              columns: [
                t("reports.categories.category"),
                t("reports.categories.borrowed"),
                t("reports.categories.share"),
              ],
              rows: all.map(({ category, borrowed }) => [
                { text: category },
                { text: format.count(borrowed), value: borrowed },
                { text: format.percent(percent(borrowed, report.data.total)) },
              ]),
            }
          : null
      }
    >
      <Bars bars={bars} />
    </Figure>
  );
}
