import { type ReactNode, useEffect, useState } from "react";
import type { BookDetail } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { hyphenateIsbn } from "@/lib/isbn.ts";
import { Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";

/** What the catalogue knows of an edition. */
export function BookFacts({ book }: { book: BookDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const unknown = <span className="text-subtle">{t("common.notAvailable")}</span>;
  return (
    <Section title={t("books.detail.facts")}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-line border-t pt-5 sm:grid-cols-3">
        <Fact name={t("books.detail.category")}>
          <TextLink to={`/books?category=${encodeURIComponent(book.category)}`}>
            {book.category}
          </TextLink>
        </Fact>
        {book.publishedYear === null ? null : (
          <Fact name={t("books.detail.published")}>{book.publishedYear}</Fact>
        )}
        <Fact name={t("books.detail.publisher")}>{book.publisher ?? unknown}</Fact>
        {book.editionStatement === null ? null : (
          <Fact name={t("books.detail.edition")}>{book.editionStatement}</Fact>
        )}
        <Fact name={t("books.detail.pages")}>
          {book.pages === null ? unknown : format.count(book.pages)}
        </Fact>
        <Fact name={t("books.detail.language")}>{book.language}</Fact>
        {book.isbn === null ? null : (
          <Fact name={t("books.detail.isbn")}>
            <Isbn isbn={book.isbn} />
          </Fact>
        )}
        <Fact name={t("books.detail.period")}>
          {t("books.detail.days", { count: book.borrowingPeriod })}
        </Fact>
        <Fact name={t("books.detail.available")}>{format.count(book.availableCopies)}</Fact>
        <Fact name={t("books.detail.total")}>{format.count(book.totalCopies)}</Fact>
        {book.semesterCategories.length === 0 ? null : (
          <Fact name={t("books.detail.semester")}>{book.semesterCategories.join(", ")}</Fact>
        )}
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-sm text-subtle">{name}</dt>
      <dd className="page-start tabular break-words text-md sm:text-base" dir="auto">
        {children}
      </dd>
    </div>
  );
}

/** An ISBN, with its hyphens as soon as the table of their places is there. */
function Isbn({ isbn }: { isbn: string }) {
  const [shown, setShown] = useState(isbn);
  useEffect(() => {
    let current = true;
    hyphenateIsbn(isbn).then(
      (hyphenated) => {
        if (current) setShown(hyphenated);
      },
      // Without the table the digits are still right.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [isbn]);
  return shown;
}
