import type { BookDetail } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BOOK_LINES, EXPECTED_LINES } from "@/parts/books/book-lines.ts";
import { IsbnText } from "@/parts/books/isbn-text.tsx";
import { Section } from "@/ui/card.tsx";
import { Fact } from "@/ui/fact.tsx";
import { TextLink } from "@/ui/link.tsx";

/** The details of a book. */
export function BookFacts({ book }: { book: BookDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const unknown = <span className="text-subtle">{t("common.notAvailable")}</span>;
  return (
    <Section title={t("books.detail.facts")}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-line border-t pt-5 sm:grid-cols-3">
        <Fact label={t("books.detail.category")}>
          <TextLink to={pathTo("/books", { category: book.category })}>{book.category}</TextLink>
        </Fact>
        {book.publishedYear === null ? null : (
          <Fact label={t("books.detail.published")}>{book.publishedYear}</Fact>
        )}
        {BOOK_LINES.filter((line) => book[line] !== null || EXPECTED_LINES.has(line)).map(
          (line) => (
            <Fact key={line} label={t(`books.lines.${line}`)}>
              {book[line] ?? unknown}
            </Fact>
          ),
        )}
        <Fact label={t("books.detail.pages")}>
          {book.pages === null ? unknown : format.count(book.pages)}
        </Fact>
        <Fact label={t("books.detail.language")}>
          {languageNames(format.locale).shown(book.language)}
        </Fact>
        {book.isbn === null ? null : (
          <Fact label={t("books.detail.isbn")}>
            <IsbnText isbn={book.isbn} />
          </Fact>
        )}
        <Fact label={t("books.detail.period")}>
          {t("books.detail.days", { count: book.borrowingPeriod })}
        </Fact>
        {book.archivedAt ? null : (
          <Fact label={t("books.detail.available")}>{format.count(book.availableCopies)}</Fact>
        )}
        <Fact label={t("books.detail.total")}>{format.count(book.totalCopies)}</Fact>
        {book.semesterCategories.length === 0 ? null : (
          <Fact label={t("books.detail.semester")}>{format.list(book.semesterCategories)}</Fact>
        )}
      </dl>
    </Section>
  );
}
