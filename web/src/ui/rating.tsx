import { Star } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";

interface RatingProps {
  /** 0 to 5; 0 without ratings. */
  average: number;
  count: number;
  /** Shows five stars instead of one star with the number. */
  full?: boolean;
}

const STARS = [1, 2, 3, 4, 5] as const;

function FiveStars({ filled = false }: { filled?: boolean }) {
  return STARS.map((star) => (
    <Star key={star} className="size-4 shrink-0" fill={filled ? "currentColor" : "none"} />
  ));
}

/** An average rating: stars, and a sentence for screen readers. */
export function Rating({ average, count, full = false }: RatingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = format.average(average);
  if (count === 0) return <span className="text-sm text-subtle">{t("common.ratingNone")}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-muted text-sm">
      <span className="sr-only">{t("common.ratingOf", { average: shown, count })}</span>
      <span aria-hidden="true" className="inline-flex text-brass">
        {full ? (
          <span className="relative inline-flex">
            <FiveStars />
            {/* The filled stars are above the empty ones, with a width in proportion to the average. */}
            <span
              className="absolute inset-y-0 start-0 inline-flex overflow-hidden"
              style={{ width: `${(average / STARS.length) * 100}%` }}
            >
              <FiveStars filled />
            </span>
          </span>
        ) : (
          <Star className="size-3.5" fill="currentColor" />
        )}
      </span>
      <span aria-hidden="true" className="tabular">
        {shown}
        <span className="text-subtle"> ({format.count(count)})</span>
      </span>
    </span>
  );
}

interface StarsProps {
  /** One to five. */
  value: number;
  /** Hides the stars from screen readers, because a text beside them has the same content. */
  silent?: boolean;
}

/** One person's rating: filled stars, and a sentence for screen readers. */
export function Stars({ value, silent = false }: StarsProps) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center text-brass">
      {silent ? null : <span className="sr-only">{t("ratings.stars", { count: value })}</span>}
      {STARS.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className="size-4 shrink-0"
          fill={star <= value ? "currentColor" : "none"}
        />
      ))}
    </span>
  );
}
