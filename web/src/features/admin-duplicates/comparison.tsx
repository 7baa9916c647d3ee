import { useState } from "react";
import { useNavigate } from "react-router";
import type { ApiError } from "@/api/errors.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { BookCover } from "@/parts/books/book-cover.tsx";
import { TitleLink } from "@/parts/books/title-link.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import { FieldChoice } from "./field-choice.tsx";
import { combinedLists, MERGE_FIELDS, type MergeField, movedSums } from "./merge-fields.ts";
import { type MergeFields, type MergePreview, useMerge, useUndoMerge } from "./queries.ts";

interface ComparisonProps {
  /** The books in the order of the address, which the columns keep. */
  ids: readonly string[];
  preview: MergePreview;
  /** Whether the preview is that of earlier choices. */
  isStale: boolean;
  kept: string;
  onKept: (id: string) => void;
  fields: MergeFields;
  onField: (field: MergeField, id: string) => void;
  /** Fetches the preview again, because a book has changed. */
  onStale: () => void;
  /** The screen to which a merge returns. */
  from: "/admin/books" | "/admin/duplicates";
}

/** Books side by side: which is kept, which value each field has, and what moves. */
export function Comparison(props: ComparisonProps) {
  const { ids, preview, kept, onKept, fields, onField } = props;
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const books = ids.flatMap((id) => preview.books.find(({ _id }) => _id === id) ?? []);
  const columns = { "--columns": `repeat(${books.length}, minmax(0, 1fr))` } as React.CSSProperties;
  const differing = new Set<string>(preview.differences);
  const shown = MERGE_FIELDS.filter((field) => showsAll || differing.has(field));
  return (
    <div className="flex flex-col gap-8" style={columns}>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 font-medium font-serif text-lg">{t("duplicates.keep")}</legend>
        <div className="grid gap-3 sm:grid-cols-(--columns)">
          {books.map((book, place) => (
            <div
              key={book._id}
              className={`flex items-start gap-3 rounded-card border p-4 ${
                book._id === kept ? "border-primary bg-primary-soft" : "border-line"
              }`}
            >
              <span className="w-12 shrink-0">
                <BookCover book={book} />
              </span>
              <div className="flex min-w-0 flex-1 flex-col gap-1">
                <TitleLink title={book.title} to={pathTo("/books/:id", { id: book._id })} />
                <span className="text-md text-muted" dir="auto">
                  {book.author}
                </span>
                <label className="mt-1 flex min-h-6 items-start gap-2.5 text-md touch:min-h-11">
                  <input
                    type="radio"
                    name="kept"
                    checked={book._id === kept}
                    onChange={() => onKept(book._id)}
                    className="mt-1 size-4 shrink-0 accent-primary"
                  />
                  {t("duplicates.keepBook", { number: place + 1 })}
                </label>
              </div>
            </div>
          ))}
        </div>
      </fieldset>
      <Section title={t("duplicates.differences")}>
        <div className="flex flex-col gap-4">
          {shown.length === 0 ? (
            <p className="text-muted">{t("duplicates.noDifferences")}</p>
          ) : (
            shown.map((field) => (
              <FieldChoice
                key={field}
                field={field}
                books={books}
                differs={differing.has(field)}
                source={fields[field] ?? preview.sources[field]}
                onChoose={(id) => onField(field, id)}
              />
            ))
          )}
          <div>
            <Button variant="secondary" size="sm" onClick={() => setShowsAll(!showsAll)}>
              {t(showsAll ? "duplicates.onlyDifferences" : "duplicates.allFields")}
            </Button>
          </div>
        </div>
      </Section>
      <Combined preview={preview} />
      <Merging {...props} />
    </div>
  );
}

/** The lists of the merged book, which has those of all books. */
function Combined({ preview }: { preview: MergePreview }) {
  const { t } = useTranslation();
  const lists = combinedLists(preview);
  if (lists.length === 0) return null;
  return (
    <Section title={t("duplicates.combined")}>
      <dl className="flex flex-col gap-2 text-md">
        {lists.map(({ name, entries }) => (
          <div key={name} className="flex flex-col gap-x-4 sm:flex-row">
            <dt className="shrink-0 text-muted sm:w-40">{t(`duplicates.lists.${name}`)}</dt>
            <dd className="min-w-0 break-words" dir="auto">
              {entries.join("; ")}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** What moves, what is in the way, and the button that merges after a question. */
function Merging({ ids, preview, isStale, kept, fields, onStale, from }: ComparisonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const counted = (count: number) => ({ count, number: format.count(count) });
  const moved = movedSums(preview).filter(({ count }) => count > 0);
  const undo = useUndoMerge({ quiet: true });
  const merge = useAction(useMerge(kept), {
    done: ({ merge }) => ({
      message: t("duplicates.merged", counted(ids.length)),
      detail: preview.merged.title,
      undo: { run: () => undo.mutateAsync(merge), done: t("duplicates.undone") },
    }),
    failed: t("duplicates.mergeFailed"),
    shows: "problem",
    // Somebody else has changed a book: the new values are shown.
    refused: (error: ApiError) => {
      if (error.code === "book_changed") onStale();
      return false;
    },
  });
  const [first, ...others] = preview.books;
  const run = async () => {
    const updatedAt = first?.updatedAt ?? "";
    const books = others.map((book) => ({ _id: book._id, updatedAt: book.updatedAt }));
    const hasMerged = await merge.run({ updatedAt, books, fields });
    if (hasMerged) await navigate(from);
    return hasMerged;
  };
  const people = preview.peopleWithSeveral;
  const disabledReason = isStale
    ? t("duplicates.waiting")
    : people > 0
      ? t("duplicates.blocked", counted(people))
      : undefined;
  return (
    <Section title={t("duplicates.moves")}>
      <div className="flex flex-col gap-4">
        {moved.length === 0 ? (
          <p className="text-muted">{t("duplicates.movesNothing")}</p>
        ) : (
          <ul className="list-inside list-disc text-md">
            {moved.map(({ kind, count }) => (
              <li key={kind}>{t(`duplicates.moved.${kind}`, counted(count))}</li>
            ))}
          </ul>
        )}
        <p className="text-md text-muted">{t("duplicates.movesText")}</p>
        {people > 0 ? (
          <Banner tone="warning">{t("duplicates.blocked", counted(people))}</Banner>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
            {t("duplicates.merge", counted(ids.length))}
          </Button>
          <ButtonLink variant="secondary" to={from}>
            {t("common.cancel")}
          </ButtonLink>
        </div>
        <ActionDialog
          open={asking}
          onOpenChange={(opens) => {
            setAsking(opens);
            merge.reset();
          }}
          action={merge}
          title={t("duplicates.askTitle", counted(ids.length))}
          text={t("duplicates.askText", { title: preview.merged.title })}
          confirm={t("duplicates.askConfirm")}
          onConfirm={run}
        />
      </div>
    </Section>
  );
}
