import { Tags } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import type { Selection } from "@/parts/list/use-selection.ts";
import { ButtonLink } from "@/ui/button.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { Link } from "@/ui/link.tsx";
import {
  type Heading,
  type HeadingKind,
  type HeadingSort,
  useHeadings,
} from "./headings/queries.ts";
import { RenameButton } from "./headings/rename-button.tsx";

/** Rows per page. */
const LIMIT = 25;
/** The maximum number of headings that become one at once. */
const MOST_JOINED = 20;

const KINDS = ["category", "subject"] as const;
const SORTS = ["name", "books"] as const;

/** The categories and the subjects that books have: rename them, join them, remove subjects. */
export default function HeadingsScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const { search } = address;
  const kind = choiceOf<HeadingKind>(address.query, "kind", KINDS, "category");
  const sort = choiceOf<HeadingSort>(address.query, "sort", SORTS, "name");
  const headings = useHeadings({ kind, search, sort, page: address.page, limit: LIMIT });
  return (
    <ListScreen
      name={`headings-${kind}`}
      title={t("headings.title")}
      lead={t("headings.lead")}
      actions={
        <ButtonLink variant="secondary" to="/admin/books">
          {t("nav.manageBooks")}
        </ButtonLink>
      }
      address={address}
      views={{
        label: t("headings.views"),
        current: kind,
        all: KINDS.map((value) => ({ value, label: t(`headings.kinds.${value}`) })),
        onView: (value) =>
          address.change({ kind: value === "category" ? null : value, search: null, page: null }),
      }}
      search={{ label: t(`headings.search.${kind}`), placeholder: t(`headings.search.${kind}`) }}
      filtered={search !== ""}
      cleared={{ search: null }}
      list={headings}
      texts={{
        caption: t(`headings.kinds.${kind}`),
        found: (count, number) => t(`headings.found.${kind}`, { count, number }),
        failed: t("headings.failed"),
      }}
      empty={{
        icon: <Tags />,
        title: t(`headings.empty.${kind}`),
        text: t(`headings.emptyText.${kind}`),
      }}
      nothing={() => ({
        title: t("headings.noMatch"),
        text: t("admin.nothingFor", { search }),
      })}
      columns={useColumns(kind)}
      // A category and a subject can have the same name.
      rowId={({ name }) => `${kind} ${name}`}
      sorting={{ by: sort, direction: sort === "books" ? "descending" : "ascending" }}
      onSort={(by) => address.change({ sort: by === "books" ? by : null, page: null })}
      bulk={{
        labelOf: ({ name }) => shownHeading(name),
        actions: (selection) => <BulkActions kind={kind} selection={selection} />,
      }}
    />
  );
}

interface BulkActionsProps {
  kind: HeadingKind;
  selection: Selection<Heading>;
}

/** Joins the selected headings, or removes the selected subjects. */
function BulkActions({ kind, selection }: BulkActionsProps) {
  const { t } = useTranslation();
  const names = selection.rows.map(({ name }) => name);
  const tooMany = names.length > MOST_JOINED ? t("headings.atMost") : undefined;
  const dialog = {
    kind,
    names,
    onOpen: () => selection.hold([...selection.ids]),
    onClose: selection.release,
  };
  return (
    <>
      <RenameButton
        {...dialog}
        disabledReason={names.length < 2 ? t("headings.atLeastTwo") : tooMany}
      >
        {t("headings.join")}
      </RenameButton>
      {kind === "subject" ? (
        <RenameButton {...dialog} removes disabledReason={tooMany}>
          {t("headings.remove")}
        </RenameButton>
      ) : null}
    </>
  );
}

function useColumns(kind: HeadingKind): readonly Column<Heading>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: Column<Heading>[] = [
    {
      id: "name",
      header: t("headings.name"),
      isRowHeader: true,
      sortBy: "name",
      cell: ({ name, books }) =>
        books === 0 ? (
          <bdi>{shownHeading(name)}</bdi>
        ) : (
          <Link to={booksWith(kind, name)}>
            <bdi>{shownHeading(name)}</bdi>
          </Link>
        ),
    },
    {
      id: "books",
      header: t("headings.books"),
      align: "end",
      sortBy: "books",
      cell: ({ books }) => (
        <>
          <span className="max-sm:hidden">{format.count(books)}</span>
          <span className="sm:hidden">
            {t("headings.ofBooks", { count: books, number: format.count(books) })}
          </span>
        </>
      ),
    },
  ];
  if (kind === "category") {
    columns.push({
      id: "archived",
      header: t("headings.archivedBooks"),
      align: "end",
      cell: ({ archivedBooks }) => format.count(archivedBooks ?? 0),
      phone: "hidden",
    });
  }
  columns.push({
    id: "actions",
    header: t("headings.actions"),
    hideHeader: true,
    align: "end",
    cell: ({ name }) => (
      <span className="flex flex-wrap items-center gap-2 py-1 sm:justify-end">
        <RenameButton
          kind={kind}
          names={[name]}
          label={t("headings.renameOf", { name: shownHeading(name) })}
        >
          {t("headings.rename")}
        </RenameButton>
        {kind === "subject" ? (
          <RenameButton
            kind={kind}
            names={[name]}
            removes
            label={t("headings.removeOf", { name: shownHeading(name) })}
          >
            {t("headings.remove")}
          </RenameButton>
        ) : null}
      </span>
    ),
  });
  return columns;
}

/** The list of books with a heading. */
function booksWith(kind: HeadingKind, name: string) {
  return kind === "category"
    ? pathTo("/admin/books", { category: name })
    : pathTo("/admin/books", { search: `subject:"${name.replaceAll('"', " ")}"` });
}
