import { useId } from "react";
import { useChangeSavedSearch } from "@/api/queries/saved-searches.ts";
import type { SavedSearch } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { SAVED_SEARCH_FORM } from "@/lib/limits.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { checkName } from "./saved-search-name.ts";

interface RenameSearchDialogProps {
  saved: SavedSearch;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Renames a saved search. */
export function RenameSearchDialog({ saved, open, onOpenChange }: RenameSearchDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const change = useChangeSavedSearch();
  const { form, action } = useFormAction({
    initial: { name: saved.name },
    check: checkName,
    save: ({ name }) => change.mutateAsync({ id: saved._id, name: name.trim() }),
    done: (_answer, { name }) => {
      onOpenChange(false);
      form.reset({ name: name.trim() });
      return t("savedSearches.renamed", { name: name.trim() });
    },
    failed: t("savedSearches.renameFailed"),
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    action.reset();
    form.reset({ name: saved.name });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t("savedSearches.renameTitle")}
      footer={
        <Button type="submit" form={formId} pending={action.pending}>
          {t("savedSearches.rename")}
        </Button>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        <FormProblem action={action} />
        <TextInput
          label={t("savedSearches.name")}
          hint={t("savedSearches.nameHint")}
          maxLength={SAVED_SEARCH_FORM.name.max}
          autoComplete="off"
          {...form.text("name")}
        />
      </form>
    </Dialog>
  );
}
