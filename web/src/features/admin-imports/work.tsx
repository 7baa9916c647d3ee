import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card } from "@/ui/card.tsx";
import { ProgressBar } from "@/ui/progress-bar.tsx";
import { ActButton } from "./import-acts.tsx";
import type { Import } from "./queries.ts";

/** The work of the server on an import, and how far it has gone. */
export function Work({ shown }: { shown: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  // Only these states have work.
  const state = shown.state as "checking" | "importing" | "undoing";
  const isCounted = state === "importing" && shown.total > 0;
  const read = format.count(shown.read);
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <h2 className="font-semibold text-lg">{t(`imports.${state}`)}</h2>
        <p className="max-w-measure text-md text-muted">{t(`imports.${state}Text`)}</p>
        <ProgressBar
          label={t(`imports.${state}`)}
          share={isCounted ? shown.read / shown.total : null}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="tabular text-muted text-sm">
            {state === "undoing"
              ? ""
              : isCounted
                ? t("imports.progress", { read, total: format.count(shown.total) })
                : t("imports.progressUnknown", { read })}
          </span>
          <span className="flex gap-2">
            {state === "importing" ? <ActButton shown={shown} act="pause" /> : null}
            {state === "undoing" ? null : <ActButton shown={shown} act="cancel" />}
          </span>
        </div>
      </div>
    </Card>
  );
}
