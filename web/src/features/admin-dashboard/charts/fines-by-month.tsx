import { useState } from "react";
import type { FinesReport } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useReport } from "../queries.ts";
import { Figure } from "./figure.tsx";
import { Scrubber } from "./scrubber.tsx";
import { finesSentence } from "./sentences.ts";

/** The fines charged and collected in each of the last twelve months. */
export function FinesByMonth() {
  const { t } = useTranslation();
  const format = useFormat();
  const report = useReport("fines");
  const { data } = report;
  return (
    <Figure
      id="fines"
      title={t("reports.fines.title")}
      sentence={data ? finesSentence(data, t, format) : null}
      empty={t("reports.fines.empty")}
      file={`${t("reports.fines.file")}-${data?.days.from ?? ""}-${data?.days.to ?? ""}`}
      report={report}
      table={
        data
          ? {
              columns: [
                t("reports.fines.month"),
                t("reports.fines.charged"),
                t("reports.fines.collected"),
                t("reports.fines.waived"),
              ],
              rows: data.months.map(({ month, charged, collected, waived }) => [
                { text: format.month(month, true), value: month },
                ...[charged, collected, waived].map((amount) => ({
                  text: format.money(amount),
                  value: Number(amount.toFixed(2)),
                })),
              ]),
            }
          : null
      }
    >
      {data ? <Months months={data.months} /> : null}
    </Figure>
  );
}

function Months({ months }: Pick<FinesReport, "months">) {
  const { t } = useTranslation();
  const format = useFormat();
  const [picked, setPicked] = useState(months.length - 1);
  const most = Math.max(...months.flatMap(({ charged, collected }) => [charged, collected]), 0.01);
  const height = (amount: number) => ({ height: `${(Math.max(amount, 0) / most) * 100}%` });
  const month = months[picked];
  return (
    <div className="flex flex-col gap-3">
      <Scrubber
        label={t("reports.fines.read")}
        count={months.length}
        picked={picked}
        onPick={setPicked}
        value={
          month
            ? t("reports.fines.value", {
                month: format.month(month.month, true),
                charged: format.money(month.charged),
                collected: format.money(month.collected),
                waived: format.money(month.waived),
              })
            : ""
        }
      >
        <div aria-hidden="true" className="flex">
          {months.map((each, place) => (
            <div key={each.month} className="flex min-w-0 flex-1 flex-col gap-1">
              <div
                className={`flex h-44 items-end justify-center gap-px rounded-t-chip border-line border-b px-0.5 sm:gap-0.5 sm:px-1 ${place === picked ? "bg-sunken" : ""}`}
              >
                <Column kind="charged" style={height(each.charged)} />
                <Column kind="collected" style={height(each.collected)} />
              </div>
              <span
                className={`truncate text-center text-xs ${place === picked ? "font-medium text-ink" : "text-subtle"} ${place % 2 === (months.length - 1) % 2 ? "" : "max-sm:invisible"}`}
              >
                {format.month(each.month, false)}
              </span>
            </div>
          ))}
        </div>
      </Scrubber>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
        {(["charged", "collected"] as const).map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <span aria-hidden="true" className="flex size-3.5">
              <Column kind={kind} style={{ height: "100%" }} />
            </span>
            {t(`reports.fines.${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Charged amounts are hatched and collected ones solid, so that they differ without colour. */
function Column({ kind, style }: { kind: "charged" | "collected"; style: React.CSSProperties }) {
  const look =
    kind === "charged"
      ? "border border-brass border-b-0 bg-[repeating-linear-gradient(135deg,var(--brass)_0_1.5px,transparent_1.5px_5px)]"
      : "bg-primary";
  return (
    <span
      className={`block max-w-5 flex-1 rounded-t-[2px] [print-color-adjust:exact] forced-colors:[forced-color-adjust:none] ${look}`}
      style={style}
    />
  );
}
