import { Undo2 } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { Badge } from "@/ui/badge.tsx";
import { type Merge, useUndoMerge } from "./queries.ts";

/** Undoes a merge, or says why that is not possible. */
export function UndoMergeButton({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = merge.kept?.title ?? "";
  const undo = useAction(useUndoMerge(), {
    done: ({ editedFields }) => ({
      message: t("duplicates.undone"),
      detail: editedFields.length === 0 ? title : t("duplicates.editedStay", { title }),
    }),
    failed: t("duplicates.undoFailed"),
    about: title,
  });
  if (merge.undoneAt !== null) {
    return (
      <span className="flex flex-col items-start gap-0.5 sm:items-end">
        <Badge tone="neutral">{t("duplicates.refusals.merge_undone")}</Badge>
        <time className="text-sm text-subtle" dateTime={merge.undoneAt}>
          {format.dateTime(merge.undoneAt)}
        </time>
      </span>
    );
  }
  if (merge.refusal !== null) {
    return (
      <span className="block max-w-64 text-muted text-sm">
        {t(`duplicates.refusals.${merge.refusal}`)}
      </span>
    );
  }
  return (
    <span className="flex flex-col items-start gap-1 py-1 sm:items-end">
      <ActionButton
        variant="secondary"
        size="sm"
        aria-label={t("duplicates.undoOf", { title })}
        action={() => undo.run(merge._id)}
      >
        <Undo2 aria-hidden="true" />
        {t("duplicates.undo")}
      </ActionButton>
      {merge.undoableUntil === null ? null : (
        <span className="text-sm text-subtle">
          {t("duplicates.undoableUntil", { day: format.date(merge.undoableUntil) })}
        </span>
      )}
    </span>
  );
}
