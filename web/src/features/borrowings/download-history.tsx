import { wholeHistory } from "@/api/queries/borrowings.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DownloadButton } from "@/parts/list/download-button.tsx";
import { historyCsv } from "./history-csv.ts";
import { type HistoryFilters, historyQuery } from "./history-filters.ts";

/** Downloads all matching borrowings, not only the shown page. */
export function DownloadHistory({ filters }: { filters: HistoryFilters }) {
  const { t } = useTranslation();
  const { timeZone, decimals } = useFormat();
  return (
    <DownloadButton
      failed={t("borrowings.history.downloadFailed")}
      file={async () => {
        const borrowings = await wholeHistory(historyQuery(filters));
        return {
          name: [
            t("borrowings.csv.file"),
            filters.year === null ? "" : String(filters.year),
            filters.status === "any" ? "" : filters.status,
          ]
            .filter(Boolean)
            .join("-"),
          text: historyCsv(borrowings, timeZone, t, decimals),
          done: t("borrowings.history.downloaded"),
        };
      }}
    />
  );
}
