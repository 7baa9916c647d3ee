import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";

interface TermsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAgree: () => void;
}

const POINTS = ["account", "loans", "fines", "care", "data"] as const;

/** The terms and conditions that the registration asks to agree to. */
export default function TermsDialog({ open, onOpenChange, onAgree }: TermsDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("auth.terms.title")}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t("common.close")}
          </Button>
          <Button onClick={onAgree}>{t("auth.terms.agree")}</Button>
        </>
      }
    >
      <ol className="flex list-decimal flex-col gap-3 ps-5 text-md text-muted marker:text-subtle">
        {POINTS.map((point) => (
          <li key={point} className="ps-1">
            {t(`auth.terms.${point}`)}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
