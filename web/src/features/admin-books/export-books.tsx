import { Download } from "lucide-react";
import { fetchFile } from "@/api/file-transfer.ts";
import { saveBlob } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { Menu } from "@/ui/menu.tsx";
import { EXPORT_FORMATS, type ExportFormat } from "./export-formats.ts";

interface ExportBooksProps {
  /** The books of the list, on all its pages. */
  found: { search: string; category: string; isArchive: boolean };
}

/** Saves the books that the list finds as a file, in the format that is chosen. */
export function ExportBooks({ found: { search, category, isArchive } }: ExportBooksProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const filters = {
    ...(search === "" ? {} : { search }),
    ...(category === "" ? {} : { category: [category] }),
    ...(isArchive ? { status: "archived" as const } : {}),
  };
  const download = useAction(
    {
      mutateAsync: (chosen: ExportFormat) =>
        fetchFile("/export", { query: { format: chosen, ...filters } }),
    },
    {
      done: (blob, chosen) => {
        saveBlob(
          `${t("admin.books.exportFile")}-${format.today()}.${EXPORT_FORMATS[chosen].ending}`,
          blob,
        );
        return t("admin.books.exported");
      },
      failed: t("admin.books.exportFailed"),
    },
  );
  return (
    <Menu
      trigger={
        <Button variant="secondary" pending={download.pending}>
          <Download aria-hidden="true" />
          {t("admin.books.export")}
        </Button>
      }
      items={(Object.keys(EXPORT_FORMATS) as ExportFormat[]).map((chosen) => ({
        label: t(EXPORT_FORMATS[chosen].label),
        onSelect: () => void download.run(chosen),
      }))}
    />
  );
}
