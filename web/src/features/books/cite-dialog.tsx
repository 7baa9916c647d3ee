import { useQuery } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { call } from "@/api/client.ts";
import { messageOf } from "@/api/errors.ts";
import { citationKeys } from "@/api/keys/citations.ts";
import type { Book, Shape } from "@/api/shapes.ts";
import { saveFile } from "@/lib/csv.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { notify } from "@/ui/toast/notify.ts";

type Citation = Shape<"Citation">;
type Style = Citation["style"];

/** The files of the formats that reference managers read. */
const FILES: Partial<Record<Style, { ending: string; type: string }>> = {
  bibtex: { ending: "bib", type: "application/x-bibtex;charset=utf-8" },
  ris: { ending: "ris", type: "application/x-research-info-systems;charset=utf-8" },
};

interface CiteDialogProps {
  book: Pick<Book, "_id" | "title">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** References to a book in several styles, to copy or to download. */
export default function CiteDialog({ book, open, onOpenChange }: CiteDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Style>("apa");
  const citations = useQuery({
    queryKey: citationKeys.of(book._id),
    queryFn: async ({ signal }) =>
      (await call("GET", "/books/{id}/citations", { path: { id: book._id }, signal })).data,
  });
  const citation = citations.data?.find(({ style }) => style === chosen) ?? citations.data?.[0];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("record.citeTitle")}>
      {citations.data ? (
        <Tabs
          label={t("record.styles")}
          value={citation?.style ?? chosen}
          onValueChange={setChosen}
          tabs={citations.data.map(({ style }) => ({
            value: style,
            label: t(`record.styleNames.${style}`),
          }))}
        >
          {citation ? <Reference citation={citation} title={book.title} /> : null}
        </Tabs>
      ) : citations.isError ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("record.citationsFailed")}
          text={messageOf(citations.error, "")}
          onRetry={() => void citations.refetch()}
          retrying={citations.isFetching}
        />
      ) : (
        <TextSkeleton lines={4} />
      )}
    </Dialog>
  );
}

function Reference({ citation, title }: { citation: Citation; title: string }) {
  const { t } = useTranslation();
  const { style, text } = citation;
  const file = FILES[style];
  const copy = async () => {
    try {
      await copyReference(citation);
      notify.success(t("record.copied"));
    } catch {
      notify.error(t("record.copyFailed"));
    }
  };
  return (
    <div className="flex flex-col gap-4">
      {file ? (
        <pre
          dir="ltr"
          className="max-h-72 overflow-auto whitespace-pre-wrap rounded-control border border-line bg-sunken p-4 font-mono text-sm wrap-anywhere"
        >
          {text}
        </pre>
      ) : (
        <p
          dir="auto"
          className="rounded-control border border-line bg-sunken p-4 font-serif leading-relaxed wrap-anywhere"
        >
          <WithItalics {...citation} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t("record.copy")}
        </Button>
        {file ? (
          <Button
            variant="secondary"
            onClick={() => saveFile(`${fileName(title)}.${file.ending}`, text, file.type)}
          >
            <Download aria-hidden="true" />
            {t("record.download")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The text before the part in italics, that part, and the text after it. */
function partsOf({ text, italic }: Pick<Citation, "text" | "italic">) {
  const start = italic === null ? -1 : text.indexOf(italic);
  if (italic === null || start < 0) return null;
  return [text.slice(0, start), italic, text.slice(start + italic.length)] as const;
}

function WithItalics(citation: Pick<Citation, "text" | "italic">) {
  const parts = partsOf(citation);
  if (parts === null) return citation.text;
  const [before, italic, after] = parts;
  return (
    <>
      {before}
      <em>{italic}</em>
      {after}
    </>
  );
}

/** Copies a reference; programs that know styles get its italics, too. */
async function copyReference(citation: Citation): Promise<void> {
  const parts = partsOf(citation);
  if (parts === null || typeof ClipboardItem === "undefined") {
    await navigator.clipboard.writeText(citation.text);
    return;
  }
  const [before, italic, after] = parts.map(escaped);
  const typed = (type: string, text: string) => ({ [type]: new Blob([text], { type }) });
  await navigator.clipboard.write([
    new ClipboardItem({
      ...typed("text/plain", citation.text),
      ...typed("text/html", `<p>${before}<i>${italic}</i>${after}</p>`),
    }),
  ]);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A title as the name of a file. */
function fileName(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join("-").slice(0, 60).toLowerCase() || "book";
}
