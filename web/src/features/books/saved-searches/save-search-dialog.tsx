import { useId } from "react";
import { useNavigate } from "react-router";
import { useSaveSearch } from "@/api/queries/saved-searches.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { SAVED_SEARCH_FORM } from "@/lib/limits.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { type BookFilters, narrowing } from "../book-filters.ts";
import { checkName } from "./saved-search-name.ts";
import { useSearchWords } from "./use-search-words.ts";

interface SaveSearchDialogProps {
  filters: BookFilters;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Saves the search and the filters of the list under a name, which is the search in words unless the person changes it. */
export default function SaveSearchDialog({ filters, ...dialog }: SaveSearchDialogProps) {
  const words = useSearchWords(filters);
  const name = [...words].slice(0, SAVED_SEARCH_FORM.name.max).join("");
  return <NamedDialog key={words} name={name} filters={filters} {...dialog} />;
}

function NamedDialog({
  name: proposed,
  filters,
  open,
  onOpenChange,
}: SaveSearchDialogProps & { name: string }) {
  const { t } = useTranslation();
  const formId = useId();
  const navigate = useNavigate();
  const save = useSaveSearch();
  const { form, action } = useFormAction({
    initial: { name: proposed },
    check: checkName,
    save: ({ name }) => save.mutateAsync({ name: name.trim(), query: narrowing(filters) }),
    done: (_answer, { name }) => {
      close(false);
      return {
        message: t("savedSearches.saved", { name: name.trim() }),
        actions: [{ label: t("savedSearches.show"), run: () => void navigate("/saved-searches") }],
      };
    },
    failed: t("savedSearches.saveFailed"),
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    action.reset();
    form.reset({ name: proposed });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t("savedSearches.saveTitle")}
      footer={
        <Button type="submit" form={formId} pending={action.pending}>
          {t("savedSearches.save")}
        </Button>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        <FormProblem action={action} />
        <p className="text-md text-muted">{t("savedSearches.saveLead")}</p>
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
