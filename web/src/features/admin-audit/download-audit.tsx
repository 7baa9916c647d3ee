import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DownloadButton } from "@/parts/list/download-button.tsx";
import { type AuditQuery, auditFile } from "./queries.ts";

/** Downloads the entries that match the filters. */
export function DownloadAudit({ query }: { query: AuditQuery }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <DownloadButton
      failed={t("audit.downloadFailed")}
      file={async () => ({
        name: `${t("audit.file")}-${format.today()}`,
        text: (await auditFile(query)).text,
        done: t("audit.downloaded"),
      })}
    />
  );
}
