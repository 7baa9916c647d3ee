import { Replace } from "lucide-react";
import { useState } from "react";
import { useKinds } from "@/api/queries/kinds.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { FIELDS } from "./bulk-edit/change-form.ts";
import { type BulkEdit, undoable, useBulkEdits } from "./bulk-edit/queries.ts";
import { RefusedBooks } from "./bulk-edit/refused-books.tsx";
import { CancelButton, UndoButton } from "./bulk-edit/undo-button.tsx";
import { valueWords } from "./bulk-edit/value-words.ts";

/** Rows per page. */
const LIMIT = 25;

const TONES = {
  changing: "info",
  done: "success",
  failed: "danger",
  cancelled: "neutral",
  undoing: "info",
  undone: "neutral",
} as const satisfies Record<BulkEdit["state"], string>;

/** The changes of many books in the last 90 days, each with its undo. */
export default function BulkEditsScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const edits = useBulkEdits({ page: address.page, limit: LIMIT });
  const [refusedOf, setRefusedOf] = useState<BulkEdit | null>(null);
  const empty = {
    icon: <Replace />,
    title: t("bulkEdits.empty"),
    text: t("bulkEdits.emptyText"),
    action: (
      <ButtonLink variant="secondary" to="/admin/books">
        {t("nav.manageBooks")}
      </ButtonLink>
    ),
  };
  return (
    <>
      <ListScreen
        name="bulk-edits"
        title={t("bulkEdits.title")}
        lead={t("bulkEdits.lead")}
        address={address}
        filtered={false}
        cleared={{}}
        list={edits}
        texts={{
          caption: t("bulkEdits.title"),
          found: (count, number) => t("bulkEdits.found", { count, number }),
          failed: t("bulkEdits.failed"),
        }}
        empty={empty}
        nothing={() => empty}
        columns={useColumns(setRefusedOf)}
        rowId={({ _id }) => _id}
      />
      {refusedOf ? <RefusedBooks edit={refusedOf} onClose={() => setRefusedOf(null)} /> : null}
    </>
  );
}

function useColumns(showRefused: (edit: BulkEdit) => void): readonly Column<BulkEdit>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      id: "changes",
      header: t("bulkEdits.changes"),
      isRowHeader: true,
      cell: ({ changes }) => <Changes changes={changes} />,
    },
    {
      id: "state",
      header: t("bulkEdits.state"),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`bulkEdits.states.${state}`)}</Badge>,
    },
    {
      id: "changed",
      header: t("bulkEdits.changedBooks"),
      align: "end",
      cell: ({ changed, books }) =>
        t("bulkEdits.changedOf", { changed: format.count(changed), books: format.count(books) }),
    },
    {
      id: "refused",
      header: t("bulkEdits.refusedBooks"),
      align: "end",
      cell: (edit) =>
        edit.refused === 0 ? null : (
          <Button variant="secondary" size="sm" onClick={() => showRefused(edit)}>
            {t("bulkEdits.showRefused", {
              count: edit.refused,
              number: format.count(edit.refused),
            })}
          </Button>
        ),
    },
    {
      id: "date",
      header: t("bulkEdits.date"),
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
    {
      id: "actions",
      header: t("bulkEdits.actions"),
      align: "end",
      cell: (edit) =>
        edit.state === "changing" ? (
          <CancelButton edit={edit} />
        ) : undoable(edit) > 0 ? (
          <UndoButton edit={edit} size="sm" />
        ) : null,
    },
  ];
}

function Changes({ changes }: Pick<BulkEdit, "changes">) {
  const { t } = useTranslation();
  const itemTypes = useKinds().data?.itemTypes ?? [];
  const { rename } = changes;
  return (
    <dl className="flex min-w-48 max-w-md flex-col gap-0.5 text-start text-md">
      {rename ? (
        <div className="flex flex-wrap gap-x-2">
          <dt className="font-normal text-muted">{t(`bulkEdits.renamed.${rename.kind}`)}</dt>
          <dd className="min-w-0 break-words font-medium">
            <bdi>{rename.from.map(shownHeading).join("; ")}</bdi>{" "}
            <span aria-hidden="true" className="inline-block text-subtle rtl:-scale-x-100">
              →
            </span>{" "}
            <span className="sr-only"> {t("bulkEdits.becomes")} </span>
            <bdi>{rename.to ? shownHeading(rename.to) : t("bulkEdits.none")}</bdi>
          </dd>
        </div>
      ) : null}
      {FIELDS.filter((field) => changes[field] !== undefined).map((field) => {
        const value = changes[field];
        const words =
          field === "isSemesterStudy"
            ? t(value === true ? "bulkEdits.marked" : "bulkEdits.unmarked")
            : valueWords(field, value, itemTypes);
        return (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="font-normal text-muted">{t(`bulkEdits.fields.${field}`)}</dt>
            <dd className="min-w-0 break-words font-medium">
              <bdi>{words === "" ? t("bulkEdits.none") : words}</bdi>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
