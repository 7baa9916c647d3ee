import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { type DuplicateGroup, useDecide } from "./queries.ts";

/** Records that the books of a group are different ones, with a way to undo it, or takes it back. */
export function DecideButton({ group }: { group: DuplicateGroup }) {
  const { t } = useTranslation();
  const isDismissed = group.dismissedAt !== null;
  const title = group.books[0]?.title ?? "";
  const undo = useDecide(isDismissed ? "dismiss" : "reopen", { quiet: true });
  const decide = useAction(useDecide(isDismissed ? "reopen" : "dismiss"), {
    done: (_group, id) => ({
      message: t(isDismissed ? "duplicates.reopened" : "duplicates.dismissed"),
      undo: {
        run: () => undo.mutateAsync(id),
        done: t(isDismissed ? "duplicates.dismissed" : "duplicates.reopened"),
      },
    }),
    failed: t("duplicates.decideFailed"),
    about: title,
  });
  const name = isDismissed ? "reopen" : "dismiss";
  return (
    <ActionButton
      variant="secondary"
      size="sm"
      aria-label={t(`duplicates.${name}Of`, { title })}
      action={() => decide.run(group._id)}
    >
      {t(`duplicates.${name}`)}
    </ActionButton>
  );
}
