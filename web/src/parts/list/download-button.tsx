import { Download } from "lucide-react";
import { saveFile } from "@/lib/csv.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";

interface DownloadButtonProps {
  /** Creates the file: its name without the extension, its text, and the message once it is saved. */
  file: () => Promise<{ name: string; text: string; done: string }>;
  /** The message when the file could not be created and the server gives no reason. */
  failed: string;
}

/** Downloads the entries of a list that match its filters, as comma-separated values. */
export function DownloadButton({ file, failed }: DownloadButtonProps) {
  const { t } = useTranslation();
  const download = useAction(
    { mutateAsync: file },
    {
      done: ({ name, text, done }) => {
        // The byte order mark, by which spreadsheets know UTF-8, is lost as soon as a text is read.
        const whole = text.startsWith("\uFEFF") ? text : `\uFEFF${text}`;
        saveFile(`${name}.csv`, whole, "text/csv;charset=utf-8");
        return done;
      },
      failed,
    },
  );
  return (
    <Button variant="secondary" pending={download.pending} onClick={() => void download.run()}>
      <Download aria-hidden="true" />
      {t("list.download")}
    </Button>
  );
}
