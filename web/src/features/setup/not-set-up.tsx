import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Mark } from "@/ui/mark.tsx";

/** Explains that the library is not set up, and where to find the link for it. */
export function NotSetUp({ expired = false }: { expired?: boolean }) {
  const { t } = useTranslation();
  const title = t(expired ? "setup.expired.title" : "setup.waiting.title");
  return (
    <div className="page-gutter mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center gap-6 py-16">
      <DocumentTitle title={title} />
      <Mark size={40} />
      <h1 tabIndex={-1} className="text-balance font-medium font-serif text-3xl">
        {title}
      </h1>
      <p className="text-pretty text-lg text-muted">
        {t(expired ? "setup.expired.text" : "setup.waiting.text")}
      </p>
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-rest sm:p-6">
        <h2 className="font-semibold">{t("setup.waiting.where")}</h2>
        <p className="text-md text-muted">{t("setup.waiting.whereText")}</p>
        <Code>{t("setup.waiting.line")}</Code>
        <p className="text-md text-muted">{t("setup.waiting.lost")}</p>
        <p className="text-md text-muted">{t("setup.waiting.shell")}</p>
        <Code>{t("setup.waiting.command")}</Code>
      </div>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return (
    <pre
      translate="no"
      className="whitespace-pre-wrap break-words rounded-control bg-sunken px-3 py-2 font-mono text-sm"
    >
      {children}
    </pre>
  );
}
