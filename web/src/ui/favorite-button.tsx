import { Heart } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";
import { tooltip } from "./tooltip.tsx";

interface FavoriteProps {
  title: string;
  /** Undefined while nobody knows. */
  kept: boolean | undefined;
  /** Keeps it from now on, or no longer. */
  onKeep: (kept: boolean) => void;
}

/** Keeps a book or lets it go, in words. */
export function FavoriteButton({ title, kept, onKeep, wide }: FavoriteProps & { wide?: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      size="lg"
      variant="secondary"
      wide={wide}
      pending={kept === undefined}
      aria-label={t(kept ? "favorites.removeOf" : "favorites.addOf", { title })}
      onClick={() => onKeep(!kept)}
    >
      <Filling kept={kept === true} />
      {t(kept ? "favorites.remove" : "favorites.add")}
    </Button>
  );
}

/** The same as a heart on the corner of a cover. */
export function FavoriteHeart({ title, kept, onKeep }: FavoriteProps) {
  const { t } = useTranslation();
  if (kept === undefined) return null;
  const label = t(kept ? "favorites.removeOf" : "favorites.addOf", { title });
  return (
    <button
      type="button"
      {...tooltip(label)}
      aria-label={label}
      onClick={() => onKeep(!kept)}
      className="grid size-8 place-items-center rounded-full border border-line bg-surface/92 text-muted shadow-rest transition-colors hover:border-line-strong hover:text-danger touch:size-11 [&_svg]:size-4.5"
    >
      <Filling kept={kept} />
    </button>
  );
}

function Filling({ kept }: { kept: boolean }) {
  return (
    <Heart
      aria-hidden="true"
      className={kept ? "text-danger" : ""}
      fill={kept ? "currentColor" : "none"}
    />
  );
}
