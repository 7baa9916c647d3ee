import { ChevronLeft, ChevronRight } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

interface PaginationProps {
  /** From 1. */
  page: number;
  pages: number;
  total: number;
  /** Rows per page. */
  limit: number;
  onPage: (page: number) => void;
  /** Whether the next page is loading while this one is still shown. */
  pending?: boolean;
}

/**
 * The position in a long list, with buttons to the next and the previous page. Empty for a single page, and past the end
 * of the list, where `PastTheEnd` shows a link.
 */
export function Pagination({
  page,
  pages,
  total,
  limit,
  onPage,
  pending = false,
}: PaginationProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (pages <= 1 || page > pages) return null;
  const from = (page - 1) * limit + 1;
  const to = Math.min(page * limit, total);
  return (
    <nav
      aria-label={t("common.pages")}
      className="flex flex-wrap items-center justify-between gap-3 text-md text-muted"
    >
      <p className="tabular flex items-center gap-2">
        {t("common.rangeOf", {
          from: format.count(from),
          to: format.count(to),
          total: format.count(total),
        })}
        {pending ? <Spinner size={16} label={t("common.busy")} /> : null}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Step to={page - 1} enabled={page > 1} onPage={onPage}>
          <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
          {t("common.previous")}
        </Step>
        <span className="tabular hidden px-1 sm:inline">
          {t("common.pageOf", { page: format.count(page), pages: format.count(pages) })}
        </span>
        <Step to={page + 1} enabled={page < pages} onPage={onPage}>
          {t("common.next")}
          <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
        </Step>
      </div>
    </nav>
  );
}

function Step({
  to,
  enabled,
  onPage,
  children,
}: {
  to: number;
  enabled: boolean;
  onPage: (page: number) => void;
  children: React.ReactNode;
}) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-disabled={!enabled}
      onClick={() => {
        if (enabled) onPage(to);
      }}
    >
      {children}
    </Button>
  );
}
