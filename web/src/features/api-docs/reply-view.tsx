import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import type { Reply } from "./request.ts";

/** A block of text that scrolls and can be focused with the keyboard. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      dir="ltr"
      translate="no"
      className="max-h-96 overflow-auto rounded-control border border-line bg-sunken p-3"
    >
      <pre className="font-mono text-sm">{text}</pre>
    </section>
  );
}

/** The response: status, time, size, body. */
export function ReplyView({ reply }: { reply: Reply }) {
  const { t } = useTranslation();
  const format = useFormat();
  const good = reply.status < 400;
  return (
    <section aria-label={t("apiDocs.answer")} className="flex flex-col gap-3">
      <div role="status" className="flex flex-wrap items-center gap-2.5 text-md">
        <h3 className="font-semibold">{t("apiDocs.answer")}</h3>
        <Badge tone={good ? "success" : "danger"}>{reply.status}</Badge>
        <span className="tabular text-muted text-sm">
          {t("apiDocs.took", {
            time: format.count(reply.milliseconds),
            size: format.count(reply.bytes),
          })}
        </span>
      </div>
      <CodeBlock label={t("apiDocs.answerBody")} text={reply.body} />
      <details className="text-md">
        <summary className="min-h-6 cursor-pointer rounded-chip font-medium">
          {t("apiDocs.headers")}
        </summary>
        <div className="mt-2">
          <CodeBlock
            label={t("apiDocs.headers")}
            text={reply.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
          />
        </div>
      </details>
    </section>
  );
}
