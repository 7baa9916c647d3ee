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

/** Four totals, each with a link to its list if the person may open it; a missing one shows 0. */
export function Metrics({ stats }: { stats: Partial<Stats> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  return (
    <ul aria-label={t("admin.dashboard.metrics")} className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {METRICS.map(({ figure, icon: Icon, to, needs }) => {
        const count = stats[figure] ?? 0;
        return (
          <li key={figure} className="grid">
            <StatTile
              label={t(`admin.dashboard.${figure}`)}
              value={format.count(count)}
              icon={<Icon />}
              {...(may(needs) ? { to } : {})}
              tone={figure === "overdueBooks" && count > 0 ? "danger" : "neutral"}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Shown while the four numbers are loading. */
export function MetricsSkeleton() {
  return (
    <Loading>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {METRICS.map(({ figure }) => (
          <div
            key={figure}
            className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:p-5"
          >
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-10 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
