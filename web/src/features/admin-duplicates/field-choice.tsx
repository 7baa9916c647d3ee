import { useId } from "react";
import { useKinds } from "@/api/queries/kinds.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import { BookCover } from "@/parts/books/book-cover.tsx";
import { IsbnText } from "@/parts/books/isbn-text.tsx";
import { fieldText, type MergeField } from "./merge-fields.ts";
import type { MergePreview } from "./queries.ts";

interface FieldChoiceProps {
  field: MergeField;
  books: MergePreview["books"];
  /** Whether the books have different values. */
  differs: boolean;
  /** The book whose value the merged book has. */
  source: string;
  onChoose: (id: string) => void;
}

/** The values of a field side by side, and the choice of one. Equal values need no choice. */
export function FieldChoice({ field, books, differs, source, onChoose }: FieldChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const label = t(`duplicates.fields.${field}`);
  const [first] = books;
  if (!differs) {
    return (
      <div className="rounded-card border border-line p-3 text-md">
        <p className="px-1 font-medium">{label}</p>
        <div className="min-w-0 break-words p-2">
          {first ? <Value book={first} field={field} /> : null}
        </div>
      </div>
    );
  }
  return (
    <fieldset className="rounded-card border border-line-strong bg-sunken p-3">
      <legend className="px-1 font-medium text-md">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-(--columns)">
        {books.map((book, place) => {
          const isChosen = book._id === source;
          return (
            <label
              key={book._id}
              className={`flex min-h-6 min-w-0 items-start gap-2.5 rounded-control p-2 text-md touch:min-h-11 ${
                isChosen ? "bg-surface font-medium" : ""
              }`}
            >
              <input
                type="radio"
                name={name}
                checked={isChosen}
                onChange={() => onChoose(book._id)}
                className="mt-1 size-4 shrink-0 accent-primary"
              />
              <span className="min-w-0 flex-1 break-words">
                <span className="text-muted sm:sr-only">
                  {t("duplicates.bookNumber", { number: place + 1 })}:
                </span>{" "}
                <Value book={book} field={field} />
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function Value({ book, field }: { book: MergePreview["books"][number]; field: MergeField }) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const itemTypes = useKinds().data?.itemTypes ?? [];
  const value = fieldText(book, field);
  if (field === "coverImage") {
    return (
      <span className="flex items-center gap-2">
        <span className="w-10 shrink-0">
          <BookCover book={book} />
        </span>
        {t(value === "" ? "duplicates.generatedCover" : "duplicates.ownCover")}
      </span>
    );
  }
  if (value === "") return <span className="text-subtle">{t("duplicates.empty")}</span>;
  if (field === "isbn") return <IsbnText isbn={value} />;
  const words =
    field === "itemType"
      ? (itemTypes.find(({ code }) => code === value)?.name ?? value)
      : field === "language"
        ? languageNames(locale).shown(value)
        : value;
  return (
    <span dir="auto" className="line-clamp-6 whitespace-pre-line">
      {words}
    </span>
  );
}
