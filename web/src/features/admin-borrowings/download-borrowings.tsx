import { Download } from "lucide-react";
import { useState } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { allBorrowingsFile } from "@/api/queries/borrowings.ts";
import { parseCsv, saveFile } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { notify } from "@/ui/toast/notify.ts";

interface DownloadBorrowingsProps {
  /** Which borrowings, and in which order. */
  query: Parameters<typeof allBorrowingsFile>[0];
}

/** Downloads the borrowings that match the filters, and shows a message when the file is not complete. */
export function DownloadBorrowings({ query }: DownloadBorrowingsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [pending, setPending] = useState(false);

  const download = async () => {
    setPending(true);
    try {
      const { text, total } = await allBorrowingsFile(query);
      const name = [t("admin.borrowings.file"), query.status ?? "", format.today()];
      // The byte order mark, by which spreadsheets know UTF-8, is lost as soon as a text is read.
      const whole = `\uFEFF${text}`;
      saveFile(`${name.filter(Boolean).join("-")}.csv`, whole, "text/csv;charset=utf-8");
      const shown = parseCsv(text).length - 1;
      notify.success(
        shown < total
          ? t("admin.borrowings.downloadedPart", {
              shown: format.count(shown),
              total: format.count(total),
            })
          : t("admin.borrowings.downloaded"),
      );
    } catch (error) {
      if (!hasGeneralToast(error)) {
        notify.error(messageOf(error, t("admin.borrowings.downloadFailed")));
      }
    } finally {
      setPending(false);
    }
  };

  return (
    <Button variant="secondary" pending={pending} onClick={() => void download()}>
      <Download aria-hidden="true" />
      {t("admin.borrowings.download")}
    </Button>
  );
}
