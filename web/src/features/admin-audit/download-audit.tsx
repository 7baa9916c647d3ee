import { Download } from "lucide-react";
import { useState } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { saveFile } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { type AuditQuery, auditFile } from "./queries.ts";

/** Downloads the entries that match the filters. */
export function DownloadAudit({ query }: { query: AuditQuery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [pending, setPending] = useState(false);

  const download = async () => {
    setPending(true);
    try {
      const { text } = await auditFile(query);
      // The byte order mark, by which spreadsheets know UTF-8, is lost as soon as a text is read.
      const whole = `\uFEFF${text}`;
      saveFile(`${t("audit.file")}-${format.today()}.csv`, whole, "text/csv;charset=utf-8");
      notify.success(t("audit.downloaded"));
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, t("audit.downloadFailed")));
    } finally {
      setPending(false);
    }
  };

  return (
    <Button variant="secondary" pending={pending} onClick={() => void download()}>
      <Download aria-hidden="true" />
      {t("audit.download")}
    </Button>
  );
}
