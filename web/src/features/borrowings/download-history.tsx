import { Download } from "lucide-react";
import { useState } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { wholeHistory } from "@/api/queries/borrowings.ts";
import { saveFile } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { historyCsv } from "./history-csv.ts";
import { type HistoryFilters, historyQuery } from "./history-filters.ts";

/** Downloads all matching borrowings, not only the shown page. */
export function DownloadHistory({ filters }: { filters: HistoryFilters }) {
  const { t } = useTranslation();
  const { timeZone, decimals } = useFormat();
  const [pending, setPending] = useState(false);

  const download = async () => {
    setPending(true);
    try {
      const borrowings = await wholeHistory(historyQuery(filters));
      saveFile(fileName(), historyCsv(borrowings, timeZone, t, decimals), "text/csv;charset=utf-8");
      notify.success(t("borrowings.history.downloaded"));
    } catch (error) {
      if (!hasGeneralToast(error)) {
        notify.error(messageOf(error, t("borrowings.history.downloadFailed")));
      }
    } finally {
      setPending(false);
    }
  };

  return (
    <Button variant="secondary" pending={pending} onClick={() => void download()}>
      <Download aria-hidden="true" />
      {t("borrowings.history.download")}
    </Button>
  );

  function fileName(): string {
    const parts = [
      t("borrowings.csv.file"),
      filters.year === null ? "" : String(filters.year),
      filters.status === "any" ? "" : filters.status,
    ];
    return `${parts.filter(Boolean).join("-")}.csv`;
  }
}
