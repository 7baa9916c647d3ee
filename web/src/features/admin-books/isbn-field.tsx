import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import type { Form } from "@/lib/use-form.ts";
import { TextLink } from "@/ui/link.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { BookValues } from "./book-form.ts";
import { isIsbn, symbolsOf } from "./isbn-check.ts";
import { useBooksWithIsbn } from "./queries.ts";
import { detailsOf } from "./same-isbn-notice.tsx";

interface IsbnFieldProps {
  form: Form<BookValues>;
  /** The stored book; null for a new one. */
  bookId: string | null;
}

/**
 * The ISBN of a book. When the field is left with another one, the field names the other books that have it. This does
 * not delay or prevent saving: a failure of the search is not shown, and the server warns again after saving.
 */
export function IsbnField({ form, bookId }: IsbnFieldProps) {
  const { t } = useTranslation();
  const [first] = useState(form.values.isbn);
  const [left, setLeft] = useState("");
  const field = form.text("isbn");
  const isbn = symbolsOf(form.values.isbn);
  const isOther = isIsbn(isbn) && isbn !== symbolsOf(first);
  const found = useBooksWithIsbn(isOther && isbn === left ? isbn : null);
  const others = (found.data?.data ?? []).filter(({ _id }) => _id !== bookId);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextInput
        label={t("admin.books.fields.isbn")}
        hint={t("admin.books.fields.isbnHint")}
        optional
        autoComplete="off"
        {...field}
        onBlur={() => {
          field.onBlur();
          setLeft(isbn);
        }}
      />
      <div aria-live="polite" className="text-sm empty:-mt-2">
        {others.length > 0 ? (
          <>
            <p className="flex items-start gap-1.5 text-warning">
              <TriangleAlert className="mt-px size-4 shrink-0" aria-hidden="true" />
              {t("admin.books.fields.sameIsbn", { count: others.length })}
            </p>
            <ul className="mt-1 flex flex-col gap-1">
              {others.map((book) => (
                <li key={book._id} className="break-words">
                  <TextLink to={pathTo("/admin/books", { edit: book._id })}>
                    <bdi>{book.title}</bdi>
                  </TextLink>
                  <bdi>{detailsOf(book)}</bdi>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}
