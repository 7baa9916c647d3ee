import { CopyCheck } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import { LiveRegion } from "@/ui/announce.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { ProgressBar } from "@/ui/progress-bar.tsx";
import { Select } from "@/ui/select.tsx";
import { DecideButton } from "./decide-button.tsx";
import { GroupBooks } from "./group-books.tsx";
import { MergeList } from "./merge-list.tsx";
import {
  type DuplicateGroup,
  type DuplicateReason,
  useDuplicates,
  useSearchDuplicates,
  useSearches,
} from "./queries.ts";

/** Groups per page. */
const LIMIT = 20;
/** The maximum number of books that are merged at once. */
export const MOST_MERGED = 4;

const VIEWS = ["open", "dismissed", "merged"] as const;
const REASONS = ["identifier", "same_title", "other_edition", "near_title"] as const;

const TONES = {
  identifier: "danger",
  same_title: "warning",
  other_edition: "info",
  near_title: "neutral",
} as const satisfies Record<DuplicateReason, string>;

/** Books that may be the same: compare them, merge them, or record that they are different; and the merges, with their undo. */
export default function DuplicatesScreen() {
  const address = useAddress();
  const view = choiceOf(address.query, "view", VIEWS, "open");
  const frame = useFrame(address, view);
  return view === "merged" ? (
    <MergeList frame={frame} address={address} />
  ) : (
    <GroupList frame={frame} address={address} view={view} />
  );
}

/** The heading and the views, which all lists of the screen have. */
function useFrame(address: ReturnType<typeof useAddress>, view: (typeof VIEWS)[number]) {
  const { t } = useTranslation();
  const searches = useSearches();
  const search = useAction(useSearchDuplicates(), { failed: t("duplicates.searchFailed") });
  return {
    title: t("duplicates.title"),
    lead: t("duplicates.lead"),
    actions: (
      <>
        <ButtonLink variant="secondary" to="/admin/books">
          {t("nav.manageBooks")}
        </ButtonLink>
        <Button
          pending={search.pending}
          disabledReason={searches.data?.underWay ? t("duplicates.underWay") : undefined}
          onClick={() => void search.run()}
        >
          {t("duplicates.search")}
        </Button>
      </>
    ),
    notice: <LastSearch searches={searches} />,
    views: {
      label: t("duplicates.views"),
      current: view,
      all: VIEWS.map((value) => ({ value, label: t(`duplicates.viewNames.${value}`) })),
      onView: (value: string) =>
        address.change({ view: value === "open" ? null : value, book: null, page: null }),
    },
    hasSearched: Boolean(searches.data?.last),
  };
}

function GroupList({
  frame: { hasSearched, ...frame },
  address,
  view,
}: {
  frame: ReturnType<typeof useFrame>;
  address: ReturnType<typeof useAddress>;
  view: "open" | "dismissed";
}) {
  const { t } = useTranslation();
  const reason = choiceOf<DuplicateReason | "">(address.query, "reason", REASONS, "");
  const groups = useDuplicates({
    reason,
    dismissed: view === "dismissed",
    page: address.page,
    limit: LIMIT,
  });
  const empty =
    view === "dismissed"
      ? { title: t("duplicates.noneDismissed"), text: t("duplicates.noneDismissedText") }
      : hasSearched
        ? { title: t("duplicates.none"), text: t("duplicates.noneText") }
        : { title: t("duplicates.never"), text: t("duplicates.neverText") };
  return (
    <ListScreen
      name="duplicates"
      {...frame}
      address={address}
      filters={
        <Select
          label={t("duplicates.reason")}
          hideLabel
          options={[
            { value: "" as DuplicateReason | "", label: t("duplicates.everyReason") },
            ...REASONS.map((value) => ({ value, label: t(`duplicates.reasons.${value}`) })),
          ]}
          value={reason}
          onValueChange={(value) => address.change({ reason: value, page: null })}
        />
      }
      filtered={reason !== ""}
      cleared={{ reason: null }}
      list={groups}
      texts={{
        caption: t("duplicates.title"),
        found: (count, number) => t("duplicates.found", { count, number }),
        failed: t("duplicates.failed"),
      }}
      empty={{ icon: <CopyCheck />, ...empty }}
      nothing={() => ({ title: t("duplicates.noMatch"), text: t("duplicates.noMatchText") })}
      columns={useColumns()}
      rowId={({ _id }) => _id}
    />
  );
}

/** When duplicates were last searched, or how far the present search is. */
function LastSearch({ searches }: { searches: ReturnType<typeof useSearches> }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (searches.error) {
    return <Banner tone="danger">{messageOf(searches.error, t("duplicates.failed"))}</Banner>;
  }
  const { underWay, last } = searches.data ?? { underWay: null, last: null };
  const words = underWay
    ? t("duplicates.searching")
    : last?.finishedAt
      ? t(last.state === "failed" ? "duplicates.lastFailed" : "duplicates.lastSearch", {
          at: format.dateTime(last.finishedAt),
        })
      : "";
  return (
    <div className="flex flex-col gap-2">
      <LiveRegion>{underWay ? words : ""}</LiveRegion>
      {words === "" ? null : <p className="text-md text-muted">{words}</p>}
      {underWay ? (
        <ProgressBar
          label={t("duplicates.searching")}
          share={underWay.totalBooks > 0 ? underWay.readBooks / underWay.totalBooks : null}
        />
      ) : null}
    </div>
  );
}

function useColumns(): readonly Column<DuplicateGroup>[] {
  const { t } = useTranslation();
  return [
    {
      id: "books",
      header: t("duplicates.books"),
      isRowHeader: true,
      cell: ({ books }) => <GroupBooks books={books} />,
    },
    {
      id: "reason",
      header: t("duplicates.reason"),
      cell: ({ reason }) => <Badge tone={TONES[reason]}>{t(`duplicates.reasons.${reason}`)}</Badge>,
    },
    {
      id: "actions",
      header: t("duplicates.actions"),
      hideHeader: true,
      align: "end",
      cell: (group) => (
        <span className="flex flex-wrap items-center gap-2 py-1 sm:justify-end">
          <ButtonLink
            variant="secondary"
            size="sm"
            to={pathTo("/admin/duplicates/merge", {
              books: group.books.slice(0, MOST_MERGED).map(({ _id }) => _id),
            })}
            aria-label={t("duplicates.compareOf", { title: group.books[0]?.title ?? "" })}
          >
            {t("duplicates.compare")}
          </ButtonLink>
          <DecideButton group={group} />
        </span>
      ),
    },
  ];
}
