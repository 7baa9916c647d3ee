import { Download, FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, messageOf } from "@/api/errors.ts";
import { sendImport } from "@/api/file-transfer.ts";
import { useMay } from "@/api/permissions.ts";
import { saveFile, toCsv } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { ProgressBar } from "@/ui/progress-bar.tsx";
import { Select } from "@/ui/select.tsx";
import { KIND_NAMES, KINDS, type Kind } from "./kinds.ts";

interface Sending {
  name: string;
  share: number;
  stop: () => void;
}

/** Sends a file that is chosen or dropped, and then shows its import. The address has what the file contains. */
export function FileSender() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const may = useMay();
  const address = useAddress();
  const offered = KIND_NAMES.filter((name) => may(KINDS[name].permission));
  const kind = offered.find((name) => name === address.query.get("kind")) ?? "books";
  const { sending, problem, send } = useSending(kind);
  return (
    <div className="flex flex-col gap-4">
      {problem ? (
        <Banner tone="danger" focus>
          {problem}
        </Banner>
      ) : null}
      {offered.length > 1 ? (
        <div className="max-w-xs">
          <Select
            label={t("imports.kind")}
            value={kind}
            disabled={sending !== null}
            options={offered.map((value) => ({ value, label: t(`imports.kinds.${value}.name`) }))}
            onValueChange={(value) => address.change({ kind: value === "books" ? null : value })}
          />
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an addition to the button */}
      <div
        className={`flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors ${isOver ? "border-primary bg-primary-soft" : "border-line-strong bg-surface"}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void send(event.dataTransfer.files[0]);
        }}
      >
        {sending ? (
          <Progress sending={sending} />
        ) : (
          <>
            <input
              ref={input}
              type="file"
              accept={KINDS[kind].accept}
              aria-label={t("imports.file")}
              tabIndex={-1}
              className="sr-only"
              onChange={({ target }) => {
                void send(target.files?.[0]);
                target.value = "";
              }}
            />
            <Button onClick={() => input.current?.click()}>
              <FileUp aria-hidden="true" />
              {t("imports.choose")}
            </Button>
            <p className="text-md text-muted max-sm:hidden">{t("imports.drop")}</p>
            <p className="max-w-measure text-balance text-sm text-subtle">
              {t(`imports.kinds.${kind}.formats`)}
            </p>
          </>
        )}
      </div>
      <div>
        <Template kind={kind} />
      </div>
    </div>
  );
}

/** Sends one file at a time; leaving the screen stops it. */
function useSending(kind: Kind) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  const send = async (file: File | undefined) => {
    if (!file || current.current) return;
    const controller = new AbortController();
    current.current = controller;
    const show = (share: number) =>
      setSending({ name: file.name, share, stop: () => controller.abort() });
    show(0);
    setProblem(null);
    try {
      const sent = await sendImport(kind, file, { onProgress: show, signal: controller.signal });
      if (!controller.signal.aborted)
        await navigate(pathTo("/admin/imports/:id", { id: sent._id }));
    } catch (error) {
      const isStopped = error instanceof ApiError && error.code === "aborted";
      if (!isStopped) setProblem(messageOf(error, t("imports.sendingFailed")));
    } finally {
      current.current = null;
      setSending(null);
    }
  };
  return { sending, problem, send };
}

function Progress({ sending }: { sending: Sending }) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = t("imports.sending", { name: sending.name });
  return (
    <div className="flex w-full max-w-md flex-col gap-3">
      <p className="break-words font-medium" dir="auto">
        {title}
      </p>
      <ProgressBar label={title} share={sending.share} />
      <div className="flex items-center justify-between gap-3">
        <span className="tabular text-muted text-sm">
          {t("imports.sent", { share: format.percent(Math.round(sending.share * 100)) })}
        </span>
        <Button variant="ghost" onClick={sending.stop}>
          {t("imports.stopSending")}
        </Button>
      </div>
    </div>
  );
}

/** Saves a table that has only headings. */
function Template({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const headings = KINDS[kind].template.map((field) => t(`imports.fields.${field}`));
  return (
    <Button
      variant="ghost"
      onClick={() =>
        saveFile(`${t(`imports.kinds.${kind}.templateFile`)}.csv`, toCsv([headings]), "text/csv")
      }
    >
      <Download aria-hidden="true" />
      {t("imports.template")}
    </Button>
  );
}
