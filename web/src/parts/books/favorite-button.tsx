import { Heart } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { tooltip } from "@/ui/tooltip.tsx";

interface FavoriteProps {
  title: string;
  /** Undefined while unknown. */
  isFavorite: boolean | undefined;
  /** Adds the book to the favorites or removes it. */
  onFavoriteChange: (isFavorite: boolean) => void;
}

/** Adds a book to the favorites or removes it: a button with a label. */
export function FavoriteButton({
  title,
  isFavorite,
  onFavoriteChange,
  wide,
}: FavoriteProps & { wide?: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      size="lg"
      variant="secondary"
      wide={wide}
      pending={isFavorite === undefined}
      aria-label={t(isFavorite ? "favorites.removeOf" : "favorites.addOf", { title })}
      onClick={() => onFavoriteChange(!isFavorite)}
    >
      <HeartIcon isFavorite={isFavorite === true} />
      {t(isFavorite ? "favorites.remove" : "favorites.add")}
    </Button>
  );
}

/** The same action as a heart alone. */
export function FavoriteHeart({ title, isFavorite, onFavoriteChange }: FavoriteProps) {
  const { t } = useTranslation();
  if (isFavorite === undefined) return null;
  const label = t(isFavorite ? "favorites.removeOf" : "favorites.addOf", { title });
  return (
    <button
      type="button"
      {...tooltip(label)}
      aria-label={label}
      onClick={() => onFavoriteChange(!isFavorite)}
      className="grid size-9 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-danger touch:size-11 [&_svg]:size-5"
    >
      <HeartIcon isFavorite={isFavorite} />
    </button>
  );
}

function HeartIcon({ isFavorite }: { isFavorite: boolean }) {
  return (
    <Heart
      aria-hidden="true"
      className={isFavorite ? "text-danger" : ""}
      fill={isFavorite ? "currentColor" : "none"}
    />
  );
}
