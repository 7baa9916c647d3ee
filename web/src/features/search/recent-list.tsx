import { Clock, X } from "lucide-react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/index.ts";
import { IconButton } from "@/ui/icon-button.tsx";
import { addressOfAll } from "./hits.tsx";

interface RecentListProps {
  searches: readonly string[];
  onFollow: (search: string) => void;
  onForget: (search: string) => void;
}

/** The last searches of the person on this device. */
export function RecentList({ searches, onFollow, onForget }: RecentListProps) {
  const { t } = useTranslation();
  if (searches.length === 0) {
    return <p className="px-4 pt-5 pb-2 text-md text-muted">{t("search.hint")}</p>;
  }
  return (
    <section aria-label={t("search.recent")} className="p-2">
      <h2 className="px-2 pt-2 pb-1 font-medium text-sm text-subtle">{t("search.recent")}</h2>
      <ul>
        {searches.map((search) => (
          <li key={search} className="flex items-center gap-1">
            <Link
              to={addressOfAll(search)}
              onClick={() => onFollow(search)}
              className="flex min-h-10 min-w-0 flex-1 items-center gap-3 rounded-control px-2 hover:bg-sunken touch:min-h-11"
            >
              <Clock aria-hidden="true" className="size-4.5 shrink-0 text-subtle" />
              <span className="truncate" dir="auto">
                {search}
              </span>
            </Link>
            <IconButton
              label={t("search.forget", { search })}
              onClick={(event) => {
                event.currentTarget
                  .closest("[role=dialog]")
                  ?.querySelector<HTMLElement>("input")
                  ?.focus();
                onForget(search);
              }}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
