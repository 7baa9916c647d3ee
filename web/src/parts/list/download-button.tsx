import { Download } from "lucide-react";
import { useState } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { saveFile } from "@/lib/csv.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { notify } from "@/ui/toast/notify.ts";

interface DownloadButtonProps {
  /** Creates the file: its name without the extension, its text, and the message once it is saved. */
  file: () => Promise<{ name: string; text: string; done: string }>;
  /** The message when the file could not be created and the server gives no reason. */
  failed: string;
}

/** Downloads the entries of a list that match its filters, as comma-separated values. */
export function DownloadButton({ file, failed }: DownloadButtonProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    try {
      const { name, text, done } = await file();
      // Adds the byte order mark, by which spreadsheets detect UTF-8: decoding the response removes it.
      const whole = text.startsWith("\uFEFF") ? text : `\uFEFF${text}`;
      saveFile(`${name}.csv`, whole, "text/csv;charset=utf-8");
      notify.success(done);
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, failed));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button variant="secondary" pending={pending} onClick={() => void download()}>
      <Download aria-hidden="true" />
      {t("list.download")}
    </Button>
  );
}
