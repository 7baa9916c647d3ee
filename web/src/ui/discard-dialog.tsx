import { useTranslation } from "@/lib/i18n/index.ts";
import { AlertDialog } from "./dialog.tsx";

interface DiscardDialogProps {
  open: boolean;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks for confirmation before unsaved changes are discarded. */
export function DiscardDialog({ open, onStay, onDiscard }: DiscardDialogProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onStay();
      }}
      title={t("common.discard.title")}
      text={t("common.discard.text")}
      confirm={t("common.discard.confirm")}
      dismiss={t("common.discard.keep")}
      onConfirm={onDiscard}
    />
  );
}
