import { useTranslation } from "@/lib/i18n/index.ts";
import { Dialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { type GivenRating, RatingForm } from "./rating-form.tsx";

interface RatingDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The book. */
  title: string;
  given: GivenRating | null;
  onSave: (rating: GivenRating | null) => Promise<unknown>;
}

/** Asks for a rating of a book that the person has borrowed. */
export function RatingDialog({ open, onOpenChange, title, given, onSave }: RatingDialogProps) {
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
        onDone={() => onOpenChange(false)}
        onSave={async (rating) => {
          await onSave(rating);
          notify.success(t(rating ? "ratings.saved" : "ratings.removed"));
        }}
      />
    </Dialog>
  );
}
