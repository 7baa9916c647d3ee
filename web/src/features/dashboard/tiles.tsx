import { BookMarked, CircleAlert, Heart, History } from "lucide-react";
import { useMyBorrowings, useMyHistory } from "@/api/queries/borrowings.ts";
import { useFavorites } from "@/api/queries/favorites.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { StatTile } from "@/ui/card.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";

/** Open, overdue and past borrowings and favorites: four numbers that link to their lists. */
export function Tiles() {
  const { t } = useTranslation();
  const format = useFormat();
  const mine = useMyBorrowings();
  const history = useMyHistory({ limit: 1 });
  const favorites = useFavorites({ limit: 1 });
  const open = mine.data ?? [];
  const overdue = open.filter(({ status }) => status === "overdue").length;
  const next = open.find(({ status }) => status === "active");
  const totals = history.data?.totals;

  const number = (value: number | undefined, failed: boolean) => {
    if (value !== undefined) return format.count(value);
    return failed ? t("dashboard.tiles.unknown") : <Waiting />;
  };

  return (
    <section
      aria-label={t("dashboard.tiles.title")}
      className="fit-grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4"
    >
      <StatTile
        to="/my-borrowings"
        label={t("dashboard.tiles.borrowed")}
        value={number(mine.data?.length, mine.isError)}
        note={
          mine.data
            ? next
              ? t("dashboard.tiles.nextDue", { date: format.shortDate(next.dueOn) })
              : t(open.length > 0 ? "dashboard.tiles.bringBack" : "dashboard.tiles.noneOut")
            : nothing
        }
        icon={<BookMarked />}
      />
      <StatTile
        to="/my-borrowings"
        label={t("dashboard.tiles.overdue")}
        value={number(mine.data ? overdue : undefined, mine.isError)}
        note={
          mine.data
            ? t(overdue > 0 ? "dashboard.tiles.bringBack" : "dashboard.tiles.allInTime")
            : nothing
        }
        icon={<CircleAlert />}
        tone={overdue > 0 ? "danger" : "neutral"}
      />
      <StatTile
        to="/my-history"
        label={t("dashboard.tiles.history")}
        value={number(totals?.borrowings, history.isError)}
        note={
          totals
            ? t("dashboard.tiles.returned", {
                count: totals.returned,
                number: format.count(totals.returned),
              })
            : nothing
        }
        icon={<History />}
      />
      <StatTile
        to="/favorites"
        label={t("dashboard.tiles.favorites")}
        value={number(favorites.data?.pagination.total, favorites.isError)}
        note={
          favorites.data
            ? t(
                favorites.data.pagination.total > 0
                  ? "dashboard.tiles.forLater"
                  : "dashboard.tiles.noFavorites",
              )
            : nothing
        }
        icon={<Heart />}
      />
    </section>
  );
}

/** Keeps the line of the note while it loads, so that nothing moves. */
const nothing = "\u00a0";

function Waiting() {
  return <Skeleton className="my-1 h-8.5 w-12" />;
}
