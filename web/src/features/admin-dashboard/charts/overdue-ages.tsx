import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useReport } from "../queries.ts";
import { Bars } from "./bars.tsx";
import { Figure } from "./figure.tsx";
import { overdueSentence } from "./sentences.ts";

/** The overdue borrowings by the time since the due date. */
export function OverdueAges() {
  const { t } = useTranslation();
  const format = useFormat();
  const report = useReport("overdue");
  const bars = (report.data?.ages ?? []).map(({ fromDays, toDays, borrowings }) => ({
    name:
      toDays === null
        ? t("reports.overdue.over", { days: fromDays - 1 })
        : t("reports.overdue.range", { from: fromDays, to: toDays }),
    count: borrowings,
  }));
  return (
    <Figure
      id="overdue"
      title={t("reports.overdue.title")}
      sentence={report.data ? overdueSentence(report.data, t, format) : null}
      empty={t("reports.overdue.empty")}
      file={`${t("reports.overdue.file")}-${report.data?.on ?? ""}`}
      report={report}
      table={
        report.data
          ? {
              columns: [t("reports.overdue.age"), t("reports.overdue.books")],
              rows: bars.map(({ name, count }) => [
                { text: name },
                { text: format.count(count), value: count },
              ]),
            }
          : null
      }
    >
      <Bars bars={bars} tone="danger" />
    </Figure>
  );
}
