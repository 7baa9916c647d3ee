import { useId, useState } from "react";
import type { Book, BookDetail } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { FoldButton } from "./folded-text.tsx";

/** The number of editions that are always shown. */
const FIRST = 5;

/** Other books with the same title and author. */
export function Editions({ editions }: Pick<BookDetail, "editions">) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  if (editions.length === 0) return null;
  const isLong = editions.length > FIRST;
  return (
    <Section title={t("record.editions")}>
      <ul id={id} className="divide-y divide-line border-line border-y">
        {(open ? editions : editions.slice(0, FIRST)).map((edition) => (
          <li key={edition._id} className="py-3">
            <Edition edition={edition} />
          </li>
        ))}
      </ul>
      {isLong ? (
        <div>
          <FoldButton open={open} controls={id} onOpen={setOpen}>
            {open
              ? t("books.filter.showFewer")
              : t("books.filter.showAll", { count: editions.length })}
          </FoldButton>
        </div>
      ) : null}
    </Section>
  );
}

function Edition({ edition }: { edition: Book }) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { publishedYear, editionStatement, publisher, language } = edition;
  const details = [publisher, languageNames(locale).shown(language)].filter(
    (detail) => detail !== null,
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <p className="min-w-0 text-md">
        <TextLink to={pathTo("/books/:id", { id: edition._id })}>
          {publishedYear ?? t("record.yearUnknown")}
          {editionStatement === null ? null : (
            <>
              {" · "}
              <bdi>{editionStatement}</bdi>
            </>
          )}
        </TextLink>
        {details.map((detail) => (
          <span key={detail} className="text-muted">
            {" · "}
            <bdi>{detail}</bdi>
          </span>
        ))}
      </p>
      <AvailabilityBadge available={edition.availableCopies} total={edition.totalCopies} />
    </div>
  );
}
