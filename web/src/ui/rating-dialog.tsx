import { useTranslation } from "@/lib/i18n/index.ts";
import { Dialog } from "./dialog.tsx";
import { type GivenRating, RatingForm } from "./rating-form.tsx";
import { notify } from "./toast/notify.ts";

interface RatingDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The book. */
  title: string;
  given: GivenRating | null;
  onSave: (rating: GivenRating | null) => Promise<unknown>;
  problemOf: (error: unknown, fallback: string) => string;
}

/** Asks for a rating of a book that the person has borrowed. */
export function RatingDialog({
  open,
  onOpenChange,
  title,
  given,
  onSave,
  problemOf,
}: RatingDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("ratings.title")}
      description={<span dir="auto">{title}</span>}
    >
      <RatingForm
        given={given}
        problemOf={problemOf}
        onDone={() => onOpenChange(false)}
        onSave={async (rating) => {
          await onSave(rating);
          notify.success(t(rating ? "ratings.saved" : "ratings.removed"));
        }}
      />
    </Dialog>
  );
}
