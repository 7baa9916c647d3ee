import { useEffect, useState } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useOpinion, useRate } from "@/api/queries/ratings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { RatingDialog } from "@/parts/ratings/rating-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import { Stars } from "@/ui/rating.tsx";
import { notify } from "@/ui/toast/notify.ts";

/** A button to rate a returned book; shows the person's stars, if any. */
export function RateButton({ borrowing, stars }: { borrowing: Borrowing; stars: number | null }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const { title } = borrowing.book;
  if (borrowing.status !== "returned") return null;
  return (
    <>
      <Button
        variant={stars === null ? "soft" : "ghost"}
        size="sm"
        aria-label={
          stars === null
            ? t("ratings.rateOf", { title })
            : t("ratings.changeOf", { title, count: stars })
        }
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {stars === null ? t("ratings.rate") : <Stars value={stars} />}
      </Button>
      {wanted ? <Asking borrowing={borrowing} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}

/** The dialog; it opens once the person's earlier review is loaded. */
function Asking({
  borrowing,
  open,
  onOpenChange,
}: {
  borrowing: Borrowing;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation();
  const { _id, title } = borrowing.book;
  const opinion = useOpinion(_id);
  const rate = useRate(_id);
  const failed = open && opinion.isError && !opinion.isFetching;
  useEffect(() => {
    if (!failed) return;
    if (!hasGeneralToast(opinion.error)) {
      notify.error(messageOf(opinion.error, t("ratings.loadFailed")));
    }
    onOpenChange(false);
  }, [failed, opinion.error, onOpenChange, t]);
  return (
    <RatingDialog
      open={open && opinion.data !== undefined}
      onOpenChange={onOpenChange}
      title={title}
      given={opinion.data?.mine ?? null}
      onSave={(rating) => rate.mutateAsync(rating)}
    />
  );
}
