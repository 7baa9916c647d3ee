import { useKinds } from "@/api/queries/kinds.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import type { BulkEditPreview } from "./queries.ts";
import { valueWords } from "./value-words.ts";

type Shown = BulkEditPreview["shown"][number];

/** The fields that a preview names; the others follow from these, such as the people from the author. */
const NAMED = [
  "author",
  "category",
  "publisher",
  "language",
  "itemType",
  "borrowingPeriod",
  "semesterCategories",
  "subjects",
  "audience",
  "readingLevel",
] as const;

/** What a change would do: the numbers, and the first books with their values before and after. */
export function ChangePreview({ preview }: { preview: BulkEditPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (count: number) => ({ count, number: format.count(count) });
  const same = preview.books - preview.changed - preview.refused;
  const changed = preview.shown.filter(({ errors }) => errors.length === 0);
  const refused = preview.shown.filter(({ errors }) => errors.length > 0);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md">
        {t("bulkEdits.willChange", counted(preview.changed))}{" "}
        {same > 0 ? t("bulkEdits.staySame", counted(same)) : null}
      </p>
      {preview.refused > 0 ? (
        <Banner tone="warning">
          <p>{t("bulkEdits.cannotChange", counted(preview.refused))}</p>
          <Books books={refused} />
        </Banner>
      ) : null}
      <Books books={changed} />
      {preview.changed > changed.length ? (
        <p className="text-muted text-sm">
          {t("bulkEdits.more", counted(preview.changed - changed.length))}
        </p>
      ) : null}
    </div>
  );
}

function Books({ books }: { books: readonly Shown[] }) {
  if (books.length === 0) return null;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {books.map((book) => (
        <li key={book._id} className="py-2.5">
          <span className="font-medium font-serif text-base" dir="auto">
            {book.title}
          </span>{" "}
          <span className="text-muted text-sm" dir="auto">
            {book.author}
          </span>
          <Fields book={book} />
        </li>
      ))}
    </ul>
  );
}

function Fields({ book }: { book: Shown }) {
  const { t } = useTranslation();
  const itemTypes = useKinds().data?.itemTypes ?? [];
  return (
    <dl className="flex flex-col gap-0.5 text-sm">
      {NAMED.map((name) => {
        const change = book.fields.find(({ field }) => field === name);
        if (change === undefined) return null;
        return (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{t(`bulkEdits.fieldNames.${name}`)}</dt>
            <dd className="min-w-0 break-words">
              <Value words={valueWords(name, change.before, itemTypes)} />{" "}
              <span aria-hidden="true" className="inline-block text-subtle rtl:-scale-x-100">
                →
              </span>{" "}
              <span className="sr-only"> {t("bulkEdits.becomes")} </span>
              <Value words={valueWords(name, change.after, itemTypes)} />
            </dd>
          </div>
        );
      })}
      {book.errors.map(({ field, message }) => (
        <div key={field}>
          <dt className="sr-only">{t("bulkEdits.reason")}</dt>
          <dd>{message}</dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ words }: { words: string }) {
  const { t } = useTranslation();
  if (words === "") return <span className="text-subtle">{t("bulkEdits.none")}</span>;
  return <bdi>{words}</bdi>;
}
