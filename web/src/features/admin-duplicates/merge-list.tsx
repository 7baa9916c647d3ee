import { Merge as MergeIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { useAddress } from "@/lib/use-address.ts";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { GroupBooks } from "./group-books.tsx";
import { type Merge, useMerges } from "./queries.ts";
import { UndoMergeButton } from "./undo-merge-button.tsx";

/** Merges per page. */
const LIMIT = 20;

type Frame = Pick<
  ComponentProps<typeof ListScreen>,
  "title" | "lead" | "actions" | "notice" | "views"
>;

interface MergeListProps {
  frame: Frame;
  address: ReturnType<typeof useAddress>;
}

/** The merges of the last 30 days, each with its undo. */
export function MergeList({
  frame: { title, lead, actions, notice, views },
  address,
}: MergeListProps) {
  const { t } = useTranslation();
  const book = address.query.get("book") ?? "";
  const merges = useMerges({ book, page: address.page, limit: LIMIT });
  const none = {
    title: t("duplicates.noMerges"),
    text: t("duplicates.noMergesText"),
  };
  return (
    <ListScreen
      name="merges"
      {...{ title, lead, actions, notice, views }}
      address={address}
      filtered={book !== ""}
      cleared={{ book: null }}
      list={merges}
      texts={{
        caption: t("duplicates.viewNames.merged"),
        found: (count, number) => t("duplicates.foundMerges", { count, number }),
        failed: t("duplicates.mergesFailed"),
      }}
      empty={{ icon: <MergeIcon />, ...none }}
      nothing={() => none}
      columns={useColumns()}
      rowId={({ _id }) => _id}
    />
  );
}

function useColumns(): readonly Column<Merge>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      id: "kept",
      header: t("duplicates.kept"),
      isRowHeader: true,
      cell: ({ kept }) => (kept ? <GroupBooks books={[kept]} /> : null),
    },
    {
      id: "books",
      header: t("duplicates.mergedBooks"),
      cell: ({ books }) => (
        <>
          {/* On phones, the columns have no heading. */}
          <span aria-hidden="true" className="block pt-1 text-sm text-subtle sm:hidden">
            {t("duplicates.mergedBooks")}
          </span>
          <GroupBooks books={books} />
        </>
      ),
    },
    {
      id: "at",
      header: t("duplicates.mergedAt"),
      cell: ({ mergedAt, mergedBy }) => (
        <span className="flex flex-col">
          <time dateTime={mergedAt}>{format.dateTime(mergedAt)}</time>
          {mergedBy?.name ? <bdi className="text-muted text-sm">{mergedBy.name}</bdi> : null}
        </span>
      ),
    },
    {
      id: "actions",
      header: t("duplicates.actions"),
      hideHeader: true,
      align: "end",
      cell: (merge) => <UndoMergeButton merge={merge} />,
    },
  ];
}
