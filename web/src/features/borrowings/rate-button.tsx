import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useOpinion, useRate } from "@/api/queries/ratings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Stars } from "@/ui/rating.tsx";
import { RatingDialog } from "@/ui/rating-dialog.tsx";

/** Asks what the person thinks of a book they have brought back; with their stars, if they said. */
export function RateButton({ borrowing, stars }: { borrowing: Borrowing; stars: number | null }) {
  const { t } = useTranslation();
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
        onClick={() => setOpen(true)}
      >
        {stars === null ? t("ratings.rate") : <Stars value={stars} />}
      </Button>
      {open ? <Asking borrowing={borrowing} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The dialog; it opens once the words are known that the person wrote before. */
function Asking({ borrowing, onClose }: { borrowing: Borrowing; onClose: () => void }) {
  const { _id, title } = borrowing.book;
  const opinion = useOpinion(_id);
  const rate = useRate(_id);
  return (
    <RatingDialog
      open={opinion.data !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      given={opinion.data?.mine ?? null}
      onSave={(rating) => rate.mutateAsync(rating)}
      problemOf={messageOf}
    />
  );
}
