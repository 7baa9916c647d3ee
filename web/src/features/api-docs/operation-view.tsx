import { Check, Copy, RefreshCw, Send } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { type Caller, CallerChoice, tokenOf } from "./caller-choice.tsx";
import { type OpenApi, type Operation, type Parameter, sampleOf } from "./document.ts";
import { MethodBadge } from "./method-badge.tsx";
import { CodeBlock, ReplyView } from "./reply-view.tsx";
import { asCurl, isJson, missing, prepare, type Reply, send } from "./request.ts";
import { SchemaFields } from "./schema-fields.tsx";

const IDEMPOTENCY_KEY = "Idempotency-Key";
/** Milliseconds for which the button shows that the text was copied. */
const COPIED_MS = 2_000;

interface OperationViewProps {
  operation: Operation;
  document: OpenApi;
  caller: Caller;
  onCallerChange: (caller: Caller) => void;
}

/** One operation: its parameters, its responses, and a form to try it. */
export function OperationView({ operation, document, caller, onCallerChange }: OperationViewProps) {
  const { t } = useTranslation();
  return (
    <article className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h2 tabIndex={-1} translate="no" className="text-balance font-medium font-serif text-xl">
          {operation.title}
        </h2>
        <p className="flex flex-wrap items-center gap-2.5">
          <MethodBadge method={operation.method} />
          <code className="min-w-0 break-all text-md">{operation.path}</code>
          <Badge>{t(operation.secured ? "apiDocs.secured" : "apiDocs.open")}</Badge>
        </p>
        {operation.description === "" ? null : (
          <p translate="no" className="max-w-prose whitespace-pre-line text-md text-muted">
            {operation.description}
          </p>
        )}
      </header>
      <Card>
        <TryIt
          operation={operation}
          document={document}
          caller={caller}
          onCallerChange={onCallerChange}
        />
      </Card>
      {operation.body ? (
        <section aria-label={t("apiDocs.body")} className="flex flex-col gap-3">
          <h3 className="font-semibold text-lg">{t("apiDocs.body")}</h3>
          <Card>
            <SchemaFields schema={operation.body} document={document} />
          </Card>
        </section>
      ) : null}
      <section aria-label={t("apiDocs.answers")} className="flex flex-col gap-3">
        <h3 className="font-semibold text-lg">{t("apiDocs.answers")}</h3>
        {operation.answers.map(({ status, description, schema, kind }) => (
          <Card key={status}>
            <p className="mb-3 flex flex-wrap items-center gap-2.5 text-md">
              <Badge tone={status.startsWith("2") ? "success" : "danger"}>
                {status === "default" ? t("apiDocs.otherwise") : status}
              </Badge>
              {description}
              {kind && kind !== "application/json" ? <code>{kind}</code> : null}
            </p>
            {schema ? <SchemaFields schema={schema} document={document} /> : null}
          </Card>
        ))}
      </section>
    </article>
  );
}

function TryIt({ operation, document, caller, onCallerChange }: OperationViewProps) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(() =>
    operation.body ? JSON.stringify(sampleOf(operation.body, document, true), null, 2) : "",
  );
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [reply, setReply] = useState<Reply | null>(null);
  const [failed, setFailed] = useState(false);

  const changes = operation.method !== "GET";
  const without = missing(operation, { parameters });
  const good = without.length === 0 && isJson(body);
  const prepared = prepare(operation, { parameters, body, token: tokenOf(caller) });
  const fill = (name: string, value: string) =>
    setParameters((before) => ({ ...before, [name]: value }));

  const submit = async () => {
    setTried(true);
    if (!good) return;
    setSending(true);
    setFailed(false);
    try {
      setReply(await send(prepared));
    } catch {
      setReply(null);
      setFailed(true);
    }
    setSending(false);
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <CallerChoice caller={caller} onChange={onCallerChange} />
      {operation.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={parameters[parameter.name] ?? ""}
          error={tried && without.includes(parameter.name) ? t("apiDocs.valueRequired") : undefined}
          onChange={(value) => fill(parameter.name, value)}
        />
      ))}
      {operation.body ? (
        <TextArea
          label={t("apiDocs.bodyJson")}
          rows={Math.min(16, Math.max(4, body.split("\n").length + 1))}
          dir="ltr"
          spellCheck={false}
          value={body}
          error={tried && !isJson(body) ? t("apiDocs.noJson") : undefined}
          onChange={(event) => setBody(event.target.value)}
        />
      ) : null}
      {changes ? <Banner tone="info">{t("apiDocs.changes")}</Banner> : null}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" pending={sending}>
          <Send aria-hidden="true" />
          {t("apiDocs.send")}
        </Button>
        <CopyButton text={asCurl(prepared, location.origin)} />
      </div>
      {failed ? <Banner tone="danger">{t("apiDocs.noAnswer")}</Banner> : null}
      {reply ? <ReplyView reply={reply} /> : null}
      <details className="text-md">
        <summary className="min-h-6 cursor-pointer rounded-chip font-medium">
          {t("apiDocs.curl")}
        </summary>
        <div className="mt-2">
          <CodeBlock label={t("apiDocs.curl")} text={asCurl(prepared, location.origin)} />
        </div>
      </details>
    </form>
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ParameterField({ parameter, value, error, onChange }: ParameterFieldProps) {
  const { t } = useTranslation();
  const { name, description, required } = parameter;
  const field = (
    <TextInput
      label={name}
      name={name}
      hint={description?.replaceAll("`", "")}
      optional={!required}
      error={error}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  if (name !== IDEMPOTENCY_KEY) return field;
  return (
    <div className="flex flex-col gap-2">
      {field}
      <div>
        <Button variant="secondary" size="sm" onClick={() => onChange(crypto.randomUUID())}>
          <RefreshCw aria-hidden="true" />
          {t("apiDocs.newKey")}
        </Button>
      </div>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without permission for the clipboard, the line below can still be selected.
    }
  };
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{t(copied ? "common.copied" : "apiDocs.copyCurl")}</span>
    </Button>
  );
}
