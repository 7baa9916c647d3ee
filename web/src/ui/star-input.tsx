import { Star } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

const STARS = [1, 2, 3, 4, 5] as const;

interface StarInputProps {
  label: string;
  /** One to five; null while none is chosen. */
  value: number | null;
  onValueChange: (stars: number) => void;
  /** Why the choice is invalid. */
  error?: string | undefined;
}

/** A choice of one to five stars: a group of radio buttons, which the arrow keys move through. */
export function StarInput({ label, value, onValueChange, error }: StarInputProps) {
  const { t } = useTranslation();
  const name = useId();
  const [under, setUnder] = useState<number | null>(null);
  const lit = under ?? value ?? 0;
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1"
      aria-describedby={error ? `${name}-error` : undefined}
      onPointerLeave={() => setUnder(null)}
    >
      <legend className="mb-1 font-medium text-ink text-md">{label}</legend>
      <div className="-ms-2 flex flex-wrap items-center">
        {STARS.map((star) => (
          <label
            key={star}
            className="relative grid size-10 cursor-pointer place-items-center rounded-control text-brass has-focus-visible:outline-2 has-focus-visible:outline-primary touch:size-11"
            onPointerEnter={(event) => {
              if (event.pointerType === "mouse") setUnder(star);
            }}
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              aria-label={t("ratings.stars", { count: star })}
              data-autofocus={star === (value ?? STARS[0]) || undefined}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={() => onValueChange(star)}
            />
            <Star
              aria-hidden="true"
              className="size-6"
              fill={star <= lit ? "currentColor" : "none"}
            />
          </label>
        ))}
        <span aria-hidden="true" className="ms-2 text-md text-muted">
          {lit > 0 ? t(`ratings.word.${lit as (typeof STARS)[number]}`) : t("ratings.choose")}
        </span>
      </div>
      {error ? (
        <p id={`${name}-error`} className="text-danger text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
