import type { ReactNode } from "react";
import type { BookDetail } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BOOK_LINES, EXPECTED_LINES } from "@/parts/books/book-lines.ts";
import { IsbnText } from "@/parts/books/isbn-text.tsx";
import { roleName } from "@/parts/books/roles.ts";
import { Section } from "@/ui/card.tsx";
import { ExternalLink } from "@/ui/external-link.tsx";
import { Fact } from "@/ui/fact.tsx";
import { TextLink } from "@/ui/link.tsx";
import {
  addressOfDoi,
  booksInSeries,
  booksOf,
  type IdentifierKind,
  namesByRole,
  numbersByKind,
} from "./book-record.ts";
import { FoldedList } from "./folded-list.tsx";

/** The details of a book in short values. */
export function BookFacts({ book }: { book: BookDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { details } = book;
  const unknown = <span className="text-subtle">{t("common.notAvailable")}</span>;
  const numbers = new Map(numbersByKind(details));
  const isbns = [...(book.isbn === null ? [] : [book.isbn]), ...(numbers.get("isbn") ?? [])];
  numbers.delete("isbn");
  const shownAbove = book.places.map(({ callNumber }) => callNumber);
  const texts = (["callNumber", "audience", "readingLevel"] as const).filter(
    (field) =>
      details[field] !== null && !(field === "callNumber" && shownAbove.includes(details[field])),
  );
  return (
    <Section title={t("books.detail.facts")}>
      <dl className="fit-grid gap-x-6 gap-y-5 border-line border-t pt-5 sm:grid-cols-3">
        {namesByRole(details).map(([role, names]) => (
          <Fact key={`role ${role}`} label={capitalized(roleName(role, t))}>
            <FoldedList
              entries={names.map((name) => [
                name,
                <TextLink key={name} to={booksOf(name, role)}>
                  <bdi>{name}</bdi>
                </TextLink>,
              ])}
            />
          </Fact>
        ))}
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
        <Lines
          label={t("record.fields.series")}
          entries={details.series.map(({ title, volume }) => [
            `${title} ${volume}`,
            <>
              <TextLink to={booksInSeries(title)}>
                <bdi>{title}</bdi>
              </TextLink>
              {volume ? `, ${volume}` : null}
            </>,
          ])}
        />
        <Lines
          label={t("record.fields.otherTitles")}
          entries={details.otherTitles.map((title) => [title, <bdi key={title}>{title}</bdi>])}
        />
        <Fact label={t("books.detail.pages")}>
          {book.pages === null ? unknown : format.count(book.pages)}
        </Fact>
        <Fact label={t("books.detail.language")}>
          {languageNames(format.locale).shown(book.language)}
        </Fact>
        <Lines
          label={t("books.detail.isbn")}
          entries={isbns.map((isbn) => [isbn, <IsbnText key={isbn} isbn={isbn} />])}
        />
        {[...numbers].map(([kind, values]) => (
          <Lines
            key={`number ${kind}`}
            label={t(`record.kinds.${kind}`)}
            entries={values.map((value) => [
              value,
              <Identifier key={value} kind={kind} value={value} />,
            ])}
          />
        ))}
        {texts.map((field) => (
          <Fact key={field} label={t(`record.fields.${field}`)}>
            {details[field]}
          </Fact>
        ))}
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

/** A role that the server does not translate is in lower case. */
function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A fact with several values, each on a line; nothing without one. */
function Lines({
  label,
  entries,
}: {
  label: string;
  entries: readonly (readonly [key: string, value: ReactNode])[];
}) {
  if (entries.length === 0) return null;
  return (
    <Fact label={label}>
      <FoldedList entries={entries} />
    </Fact>
  );
}

function Identifier({ kind, value }: { kind: IdentifierKind; value: string }) {
  if (kind !== "doi") return <bdi className="wrap-anywhere">{value}</bdi>;
  return (
    <ExternalLink href={addressOfDoi(value)}>
      <bdi className="wrap-anywhere">{value}</bdi>
    </ExternalLink>
  );
}
