import { Download, Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
import { saveBlob } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import type { What } from "./device-options.ts";
import { problemAbout, type Values } from "./job.ts";
import { documentOf, type Job, type Sheet, usePreview } from "./queries.ts";
import { SheetDrawing } from "./sheet-map.tsx";

/** Milliseconds without a change before the preview is drawn again. */
const SETTLED_MS = 350;
/** How many problems are listed; the others are counted. */
const MOST_PROBLEMS = 8;

interface PreviewProps {
  job: Job | null;
  values: Values;
  sheet: Sheet;
  what: What;
}

/** The first page as it is printed, the numbers of labels and pages, and the buttons. */
export function Preview({ job, values, sheet, what }: PreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const settled = useSettled(job);
  const preview = usePreview(settled);
  const shown = job === null || preview.isError ? undefined : preview.data;
  const words = shown
    ? t(what === "cards" ? "labels.cardCount" : "labels.labelCount", {
        count: shown.labels,
        number: format.count(shown.labels),
      })
    : "";
  const pages = shown
    ? t("labels.pageCount", { count: shown.pages, number: format.count(shown.pages) })
    : "";
  return (
    <Section
      title={t("labels.preview")}
      action={
        <span aria-hidden="true" className="tabular text-md text-subtle">
          {shown ? `${words} · ${pages}` : ""}
        </span>
      }
    >
      <LiveRegion>{shown ? `${words}, ${pages}` : ""}</LiveRegion>
      {job !== null && preview.error ? <Problems error={preview.error} values={values} /> : null}
      {shown && shown.leftOut > 0 ? (
        <Banner tone="info">
          {t("labels.leftOut", { count: shown.leftOut, number: format.count(shown.leftOut) })}
        </Banner>
      ) : null}
      <div
        aria-busy={preview.isFetching}
        className={`mx-auto w-full max-w-sm transition-opacity ${preview.isFetching ? "opacity-60" : ""}`}
      >
        {shown ? (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(shown.page)}`}
            alt={t("labels.previewAlt", { words })}
            className="block w-full rounded-chip border border-line-strong shadow-rest"
          />
        ) : (
          <SheetDrawing sheet={sheet} first={values.first} />
        )}
      </div>
      <Buttons job={job} what={what} refused={preview.isError} />
      <p className="text-sm text-subtle">{t("labels.scale")}</p>
    </Section>
  );
}

/** A value that has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Why the server refuses, with the barcode, the line or the number of each problem. */
function Problems({ error, values }: { error: Error; values: Values }) {
  const { t } = useTranslation();
  const errors = error instanceof ApiError ? error.errors : [];
  if (errors.length === 0) {
    return <Banner tone="danger">{messageOf(error, t("labels.previewFailed"))}</Banner>;
  }
  const more = errors.length - MOST_PROBLEMS;
  return (
    <Banner tone="danger">
      <ul className="flex flex-col gap-1">
        {errors.slice(0, MOST_PROBLEMS).map(({ field, message }) => {
          const about = problemAbout(field, values);
          return (
            <li key={field} className="break-words">
              {about === null ? null : (
                <>
                  <bdi className="font-mono">{about}</bdi>
                  {": "}
                </>
              )}
              {message}
            </li>
          );
        })}
        {more > 0 ? <li>{t("labels.moreProblems", { count: more })}</li> : null}
      </ul>
    </Banner>
  );
}

interface ButtonsProps {
  job: Job | null;
  what: What;
  refused: boolean;
}

function Buttons({ job, what, refused }: ButtonsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const file = `${t(what === "cards" ? "labels.cardsFile" : "labels.file")}-${format.today()}.pdf`;
  const reason =
    job === null ? t("labels.chooseFirst") : refused ? t("labels.solveFirst") : undefined;
  const download = useAction(
    { mutateAsync: (wanted: Job) => documentOf(wanted) },
    {
      done: (blob) => {
        saveBlob(file, blob);
        return t("labels.downloaded");
      },
      failed: t("labels.printFailed"),
    },
  );
  const print = useAction(
    { mutateAsync: (wanted: Job) => opened(documentOf(wanted)) },
    {
      done: ({ blob, isOpen }) => {
        if (isOpen) return t("labels.opened");
        saveBlob(file, blob);
        return t("labels.downloaded");
      },
      failed: t("labels.printFailed"),
    },
  );
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        pending={download.pending}
        disabledReason={reason}
        onClick={() => job && void download.run(job)}
      >
        <Download aria-hidden="true" />
        {t("labels.download")}
      </Button>
      <Button
        variant="secondary"
        pending={print.pending}
        disabledReason={reason}
        onClick={() => job && void print.run(job)}
      >
        <Printer aria-hidden="true" />
        {t("labels.print")}
      </Button>
    </div>
  );
}

/** How long the address of a document lives, in milliseconds: longer than a browser needs to open it. */
const ADDRESS_MS = 60_000;

/** Opens a document in a tab, whose viewer prints it. A browser may forbid the tab. */
async function opened(document: Promise<Blob>): Promise<{ blob: Blob; isOpen: boolean }> {
  // Opened at once: a browser allows it only as the direct effect of a press.
  const tab = window.open("", "_blank");
  try {
    const blob = await document;
    if (tab === null) return { blob, isOpen: false };
    const address = URL.createObjectURL(blob);
    tab.location.replace(address);
    setTimeout(() => URL.revokeObjectURL(address), ADDRESS_MS);
    return { blob, isOpen: true };
  } catch (error) {
    tab?.close();
    throw error;
  }
}
