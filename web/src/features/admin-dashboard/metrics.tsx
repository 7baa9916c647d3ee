import { BookMarked, BookOpen, CircleAlert, Users } from "lucide-react";
import { useMay } from "@/api/permissions.ts";
import type { Stats } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { StatTile } from "@/ui/card.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";

const METRICS = [
  { figure: "totalUsers", icon: Users, to: "/admin/users", needs: "read_users" },
  { figure: "totalBooks", icon: BookOpen, to: "/admin/books", needs: "read_inventory" },
  {
    figure: "totalBorrowings",
    icon: BookMarked,
    to: "/admin/borrowings",
    needs: "read_any_borrowing",
  },
  {
    figure: "overdueBooks",
    icon: CircleAlert,
    to: "/admin/borrowings?status=overdue",
    needs: "read_any_borrowing",
  },
] as const;

/**
 * Four totals, each with a link to its list if the person may open it; a missing one shows 0. While they are loading, the
 * tiles have their names, so that nothing moves when the numbers arrive.
 */
export function Metrics({ stats }: { stats: Partial<Stats> | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const tiles = (
    <ul
      aria-label={t("admin.dashboard.metrics")}
      className="fit-grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      {METRICS.map(({ figure, icon: Icon, to, needs }) => {
        const count = stats?.[figure] ?? 0;
        return (
          <li key={figure} className="grid">
            <StatTile
              label={t(`admin.dashboard.${figure}`)}
              value={stats ? format.count(count) : <Skeleton className="h-[1lh] w-16" />}
              icon={<Icon />}
              {...(may(needs) ? { to } : {})}
              tone={figure === "overdueBooks" && count > 0 ? "danger" : "neutral"}
            />
          </li>
        );
      })}
    </ul>
  );
  return stats ? tiles : <Loading>{tiles}</Loading>;
}
