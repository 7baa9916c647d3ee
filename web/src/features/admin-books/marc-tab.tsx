import { CircleAlert, Download, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { type FieldError, messageOf } from "@/api/errors.ts";
import { fetchFile } from "@/api/file-transfer.ts";
import type { BookSaved, Shape } from "@/api/shapes.ts";
import { saveBlob } from "@/lib/csv.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Badge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { controlStyle } from "@/ui/control-style.ts";
import { Field } from "@/ui/field.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { EXPORT_FORMATS, type ExportFormat } from "./export-formats.ts";
import { lineOf, rangeOfLine } from "./marc-lines.ts";
import { useChangeMarcRecord, useMarcRecord } from "./queries.ts";

interface MarcTabProps {
  bookId: string;
  /** The `updatedAt` of the book that the changes are based on. */
  basedOn: string;
  /** The edited text; null when it is as stored. */
  text: string | null;
  onText: (text: string | null) => void;
  /** Whether the other form of the book has unsaved changes, which this one would overwrite. */
  locked: boolean;
  onSaved: (book: BookSaved["data"]) => void;
}

/** The MARC record of a book as text, for people who know MARC. */
export default function MarcTab(props: MarcTabProps) {
  const { t } = useTranslation();
  const marc = useMarcRecord(props.bookId);
  if (marc.data) return <MarcEditor {...props} marc={marc.data} />;
  if (!marc.isError) return <TextSkeleton lines={6} />;
  return (
    <ErrorState
      compact
      headingLevel={3}
      title={t("cataloguing.marc.failed")}
      text={messageOf(marc.error, "")}
      onRetry={() => void marc.refetch()}
      retrying={marc.isFetching}
    />
  );
}

function MarcEditor({
  bookId,
  basedOn,
  text,
  onText,
  locked,
  onSaved,
  marc,
}: MarcTabProps & { marc: Shape<"MarcRecord"> }) {
  const { t } = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [others, setOthers] = useState<readonly FieldError[]>([]);
  const change = useChangeMarcRecord(bookId);
  const shown = text ?? marc.text;
  const save = useAction(change, {
    done: ({ data }) => {
      setErrors([]);
      setOthers([]);
      onText(null);
      onSaved(data);
      return t("cataloguing.marc.saved");
    },
    failed: t("cataloguing.marc.saveFailed"),
    refused: (error) => {
      const isConflict = error.code === "book_changed";
      setOthers(isConflict ? error.errors : []);
      setErrors(isConflict ? [] : error.errors);
      return error.errors.length > 0;
    },
  });
  const goTo = (line: number) => {
    const range = rangeOfLine(shown, line);
    area.current?.focus();
    area.current?.setSelectionRange(...range);
  };
  const hasErrors = errors.length > 0;
  return (
    <div className="flex flex-col gap-5">
      {locked ? <Banner tone="warning">{t("cataloguing.marc.detailsFirst")}</Banner> : null}
      {marc.isStored ? null : (
        <p className="text-md text-muted">{t("cataloguing.marc.notStored")}</p>
      )}
      {hasErrors ? (
        <Banner tone="danger" focus>
          <p className="font-medium">{t("cataloguing.marc.errors")}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {errors.map((error) => (
              <li key={error.message} className="break-words">
                <ErrorLine error={error} onLine={goTo} />
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {others.length > 0 ? (
        <Banner tone="warning" focus>
          <p>{t("cataloguing.marc.changedMeanwhile")}</p>
          <ul className="mt-1 list-disc ps-5">
            {others.map(({ field, message }) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <Field
        label={t("cataloguing.marc.label")}
        hint={t("cataloguing.marc.hint")}
        error={hasErrors ? t("cataloguing.marc.errors") : undefined}
        unmarked
      >
        {(control) => (
          <textarea
            {...control}
            ref={area}
            dir="ltr"
            wrap="off"
            rows={18}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            readOnly={locked}
            value={shown}
            className={`${controlStyle({ shape: "area" })} font-mono! text-sm! leading-relaxed`}
            onChange={({ target }) => onText(target.value === marc.text ? null : target.value)}
          />
        )}
      </Field>
      <div>
        <Button
          pending={save.pending}
          disabledReason={locked ? t("cataloguing.marc.detailsFirst") : undefined}
          onClick={() => {
            const overwrites = others.length > 0;
            void save.run({ text: shown, ...(overwrites ? {} : { updatedAt: basedOn }) });
          }}
        >
          {t("cataloguing.marc.save")}
        </Button>
      </div>
      <Findings findings={marc.findings} />
      <Downloads bookId={bookId} />
    </div>
  );
}

/** An error of the record; one of a line leads there. */
function ErrorLine({ error, onLine }: { error: FieldError; onLine: (line: number) => void }) {
  const { t } = useTranslation();
  const line = lineOf(error);
  return (
    <>
      {error.message}{" "}
      {line === null ? null : (
        <button
          type="button"
          className="min-h-6 rounded-chip font-medium underline underline-offset-4 touch:min-h-11"
          onClick={() => onLine(line)}
        >
          {t("cataloguing.marc.goToLine", { line })}
        </button>
      )}
    </>
  );
}

function Findings({ findings }: { findings: readonly Shape<"MarcFinding">[] }) {
  const { t } = useTranslation();
  if (findings.length === 0) return null;
  return (
    <section aria-label={t("cataloguing.marc.findings")} className="flex flex-col gap-2">
      <h3 className="font-semibold text-md">{t("cataloguing.marc.findings")}</h3>
      <ul className="divide-y divide-line rounded-card border border-line">
        {findings.map(({ severity, tag, message }) => (
          <li
            key={`${severity} ${tag} ${message}`}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 text-md"
          >
            <Badge
              tone={severity === "error" ? "danger" : "warning"}
              icon={
                severity === "error" ? (
                  <CircleAlert aria-hidden="true" />
                ) : (
                  <TriangleAlert aria-hidden="true" />
                )
              }
            >
              {t(`cataloguing.marc.${severity}`)}
            </Badge>
            <span className="tabular font-mono text-sm">
              {t("cataloguing.marc.field", { tag })}
            </span>
            <span className="min-w-0 flex-1 basis-48 break-words">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const RECORD_FORMATS = ["marc", "marcxml"] as const satisfies readonly ExportFormat[];

function Downloads({ bookId }: { bookId: string }) {
  const { t } = useTranslation();
  const download = useAction(
    {
      mutateAsync: (format: ExportFormat) =>
        fetchFile("/export", { query: { format, book: bookId } }),
    },
    {
      done: (blob, format) => {
        saveBlob(`${bookId}.${EXPORT_FORMATS[format].ending}`, blob);
        return null;
      },
      failed: t("cataloguing.marc.downloadFailed"),
    },
  );
  return (
    <section aria-label={t("cataloguing.marc.downloads")} className="flex flex-col gap-2">
      <h3 className="font-semibold text-md">{t("cataloguing.marc.downloads")}</h3>
      <div className="flex flex-wrap gap-2">
        {RECORD_FORMATS.map((format) => (
          <Button
            key={format}
            variant="secondary"
            size="sm"
            onClick={() => void download.run(format)}
          >
            <Download aria-hidden="true" />
            {t(EXPORT_FORMATS[format].label)}
          </Button>
        ))}
      </div>
    </section>
  );
}
