import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { RATING_FORM } from "@/lib/limits.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { StarInput } from "@/ui/star-input.tsx";
import { TextArea } from "@/ui/text-input.tsx";

/** The maximum number of characters of a review. */
const REVIEW_MAX = RATING_FORM.review.max;

/** A person's rating and review of a book. */
export interface GivenRating {
  /** One to five. */
  stars: number;
  review: string | null;
}

interface RatingFormProps {
  /** The person's current rating. */
  given: GivenRating | null;
  /** Saves the rating, or removes it with null; rejects on failure. */
  onSave: (rating: GivenRating | null) => Promise<unknown>;
  onDone: () => void;
}

/** Asks for stars and an optional review. */
export function RatingForm({ given, onSave, onDone }: RatingFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [stars, setStars] = useState(given?.stars ?? null);
  const [review, setReview] = useState(given?.review ?? "");
  const [missing, setMissing] = useState(false);
  const length = [...review.trim()].length;
  const tooLong = length > REVIEW_MAX;

  const [removes, setRemoves] = useState(false);
  const action = useAction(
    { mutateAsync: onSave },
    {
      done: () => {
        onDone();
        return null;
      },
      failed: t("ratings.failed"),
      shows: "problem",
    },
  );
  const send = (rating: GivenRating | null) => {
    setRemoves(rating === null);
    void action.run(rating);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stars === null) {
      setMissing(true);
      form.current?.querySelector<HTMLElement>("input[type=radio]")?.focus();
    } else if (tooLong) {
      form.current?.querySelector<HTMLElement>("textarea")?.focus();
    } else {
      send({ stars, review: review.trim() === "" ? null : review.trim() });
    }
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {action.problem ? <Banner tone="danger">{action.problem}</Banner> : null}
      <StarInput
        label={t("ratings.yours")}
        value={stars}
        onValueChange={(chosen) => {
          setStars(chosen);
          setMissing(false);
        }}
        error={missing ? t("ratings.required") : undefined}
      />
      <TextArea
        optional
        label={t("ratings.review")}
        hint={t("ratings.reviewHint")}
        error={tooLong ? t("ratings.tooLong", { over: length - REVIEW_MAX }) : undefined}
        rows={4}
        value={review}
        onChange={(event) => setReview(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {given ? (
          <Button variant="ghost" pending={action.pending && removes} onClick={() => send(null)}>
            {t("ratings.remove")}
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onDone}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" pending={action.pending && !removes}>
          {t("ratings.save")}
        </Button>
      </div>
    </form>
  );
}
