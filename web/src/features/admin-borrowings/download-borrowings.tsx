import { allBorrowingsFile } from "@/api/queries/borrowings.ts";
import { parseCsv } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DownloadButton } from "@/parts/list/download-button.tsx";

interface DownloadBorrowingsProps {
  /** Which borrowings, and in which order. */
  query: Parameters<typeof allBorrowingsFile>[0];
}

/** Downloads the borrowings that match the filters, and shows a message when the file is not complete. */
export function DownloadBorrowings({ query }: DownloadBorrowingsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <DownloadButton
      failed={t("admin.borrowings.downloadFailed")}
      file={async () => {
        const { text, total } = await allBorrowingsFile(query);
        const shown = parseCsv(text).length - 1;
        const counts = { shown: format.count(shown), total: format.count(total) };
        return {
          name: [t("admin.borrowings.file"), query.status ?? "", format.today()]
            .filter(Boolean)
            .join("-"),
          text,
          done:
            shown < total
              ? t("admin.borrowings.downloadedPart", counts)
              : t("admin.borrowings.downloaded"),
        };
      }}
    />
  );
}
