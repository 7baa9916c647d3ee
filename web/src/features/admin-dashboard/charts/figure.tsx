import { ChartColumn, Download, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "@/api/errors.ts";
import { type CsvCell, saveFile, toCsv } from "@/lib/csv.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Button } from "@/ui/button.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";

/** The text of a cell, and its value in a spreadsheet if that differs. */
export interface TableCell {
  text: string;
  value?: CsvCell;
}

/** The data of a chart as rows; the first cell of a row is its name. */
export interface ChartTable {
  columns: readonly string[];
  rows: readonly (readonly TableCell[])[];
}

interface FigureProps {
  /** Identifies the figure in the address. */
  id: string;
  title: string;
  /** The sentence of the chart; null when there is no data. */
  sentence: string | null;
  /** Shown instead of the sentence when there is no data. */
  empty: string;
  table: ChartTable | null;
  /** The name of the saved file, without its extension. */
  file: string;
  report: {
    error: Error | null;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => void;
  };
  children: ReactNode;
}

/** A chart with its sentence, a table of the same data, and a file of it. */
export function Figure({ id, title, sentence, empty, table, file, report, children }: FigureProps) {
  const { t } = useTranslation();
  const address = useAddress();
  const open = (address.query.get("table") ?? "").split(".").filter(Boolean);
  const asTable = open.includes(id);
  const toggle = () => {
    const next = asTable ? open.filter((name) => name !== id) : [...open, id];
    address.change({ table: next.join(".") }, { replace: true });
  };
  const hasData = table !== null && sentence !== null;
  return (
    <section
      aria-label={title}
      className="flex min-w-0 break-inside-avoid flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-rest sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="pt-1 font-semibold text-base">{title}</h3>
        {hasData ? (
          <div data-print="none" className="-my-0.5 flex gap-1 max-sm:-mx-3">
            <Button
              variant="ghost"
              size="sm"
              aria-label={t(asTable ? "reports.showChartOf" : "reports.showTableOf", { title })}
              onClick={toggle}
            >
              {asTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
              {t(asTable ? "reports.showChart" : "reports.showTable")}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("reports.downloadOf", { title })}
              onClick={() => saveFile(`${file}.csv`, csvOf(table), "text/csv;charset=utf-8")}
            >
              <Download aria-hidden="true" />
              {t("reports.download")}
            </Button>
          </div>
        ) : null}
      </div>
      {table === null && report.error ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("reports.failed", { title })}
          text={messageOf(report.error, "")}
          onRetry={report.refetch}
          retrying={report.isFetching}
        />
      ) : table === null ? (
        <Loading>
          <div className="flex flex-col gap-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-48 w-full" />
          </div>
        </Loading>
      ) : sentence === null ? (
        <EmptyState
          compact
          headingLevel={3}
          icon={<ChartColumn />}
          title={t("reports.nothing")}
          text={empty}
        />
      ) : (
        <div
          className={`flex min-w-0 flex-col gap-4 transition-opacity ${report.isPlaceholderData ? "opacity-60" : ""}`}
        >
          <p className="text-muted text-md">{sentence}</p>
          {asTable ? <Rows title={title} table={table} /> : children}
        </div>
      )}
    </section>
  );
}

function csvOf({ columns, rows }: ChartTable): string {
  const cells = rows.map((row) =>
    row.map(({ text, value }) => (value === undefined ? text : value)),
  );
  return toCsv([columns, ...cells]);
}

function Rows({ title, table }: { title: string; table: ChartTable }) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("reports.tableOf", { title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-control border border-line print:max-h-none"
    >
      <table className="tabular w-full text-md">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-sunken text-muted text-sm">
          <tr>
            {table.columns.map((column, place) => (
              <th
                key={column}
                scope="col"
                className={`px-3 py-2 font-medium ${place === 0 ? "text-start" : "text-end"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.map(({ text }) => text).join("|")} className="border-line border-t">
              {row.map(({ text }, place) =>
                place === 0 ? (
                  <th
                    key={table.columns[place]}
                    scope="row"
                    className="px-3 py-1.5 text-start font-normal"
                  >
                    <bdi>{text}</bdi>
                  </th>
                ) : (
                  <td key={table.columns[place]} className="px-3 py-1.5 text-end">
                    {text}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
