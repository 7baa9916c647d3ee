import { type ReactNode, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import type { SectionForm } from "./use-section-form.ts";

interface SectionFormFrameProps<V> {
  section: SectionForm<V>;
  /** Discards the changes and loads the latest values. */
  onReload: () => void;
  children: ReactNode;
}

/** The form element of a section: with errors above, the button below, and protection of unsaved changes. */
export function SectionFormFrame<V>({ section, onReload, children }: SectionFormFrameProps<V>) {
  const { t } = useTranslation();
  const { form, action, conflict, unsaved, warning, decide } = section;
  return (
    <form {...form.props} className="flex flex-col gap-6">
      <FormProblem action={action}>
        {conflict ? (
          <div className="mt-3">
            <Button variant="secondary" size="sm" onClick={onReload}>
              {t("settings.loadNewest")}
            </Button>
          </div>
        ) : null}
      </FormProblem>
      {children}
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg/95 px-1 py-4 backdrop-blur-md max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
        <Button type="submit" pending={action.pending}>
          {t("settings.save")}
        </Button>
        <p role="status" className="text-md text-muted">
          {form.changed ? t("settings.unsaved") : ""}
        </p>
      </div>
      <WarningDialog warning={warning} decide={decide} />
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </form>
  );
}

/** Shows the effects of a change before it is saved. */
function WarningDialog({ warning, decide }: Pick<SectionForm<unknown>, "warning" | "decide">) {
  const { t } = useTranslation();
  // Keeps the text while the dialog closes.
  const [shown, setShown] = useState(warning);
  if (warning !== null && warning !== shown) setShown(warning);
  if (shown === null) return null;
  return (
    <AlertDialog
      open={warning !== null}
      onOpenChange={(open) => {
        if (!open) decide(false);
      }}
      title={t(shown.title)}
      text={
        <div className="flex flex-col gap-3">
          {shown.effects.map(({ key, values }) => (
            <p key={key}>{t(key, values)}</p>
          ))}
        </div>
      }
      confirm={t("settings.save")}
      onConfirm={() => decide(true)}
    />
  );
}
