import type { BookDetail, BookDetails } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import { Section } from "@/ui/card.tsx";
import { ExternalLink } from "@/ui/external-link.tsx";
import { Link } from "@/ui/link.tsx";
import { booksAbout, hostOf } from "./book-record.ts";
import { FoldedText } from "./folded-text.tsx";

/** What a book is about, as links to the books with the same subject. */
export function Subjects({ subjects }: Pick<BookDetails, "subjects">) {
  const { t } = useTranslation();
  if (subjects.length === 0) return null;
  const headings = [...new Set(subjects.map(({ heading }) => heading))];
  return (
    <Section title={t("record.fields.subjects")}>
      <ul className="flex flex-wrap gap-2">
        {headings.map((heading) => (
          <li key={heading} className="min-w-0 max-w-full">
            <Link
              to={booksAbout(heading)}
              className="block min-h-8 break-words rounded-chip border border-line bg-surface px-2.5 py-1 text-md text-muted transition-colors hover:border-line-strong hover:text-ink touch:min-h-11 touch:py-2.5"
            >
              <bdi>{shownHeading(heading)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The long texts of a book's details, and its links. */
export function MoreDetails({ details }: Pick<BookDetail, "details">) {
  const { t } = useTranslation();
  const { notes, contents, links } = details;
  return (
    <>
      {contents === null ? null : (
        <Section title={t("record.fields.contents")}>
          <FoldedText
            text={contents}
            className="leading-relaxed"
            clamp="line-clamp-8"
            more={t("record.showAll")}
          />
        </Section>
      )}
      {notes === null ? null : (
        <Section title={t("record.fields.notes")}>
          <FoldedText
            text={notes}
            className="leading-relaxed"
            clamp="line-clamp-8"
            more={t("record.showAll")}
          />
        </Section>
      )}
      {links.length === 0 ? null : (
        <Section title={t("record.fields.links")}>
          <ul className="flex flex-col gap-2">
            {links.map(({ address, label }) => (
              <li key={`${address} ${label}`} className="wrap-anywhere">
                <WebLink address={address} label={label ?? null} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** A link of a book with its host, so that people know where it leads. */
function WebLink({ address, label }: { address: string; label: string | null }) {
  const host = hostOf(address);
  if (host === null) return <bdi>{label === null ? address : `${label}: ${address}`}</bdi>;
  return (
    <>
      <ExternalLink href={address}>
        <bdi>{label ?? address.replace(/^https?:\/\//i, "")}</bdi>
      </ExternalLink>
      {label === null ? null : (
        <>
          {" "}
          <bdi className="text-sm text-subtle">{host}</bdi>
        </>
      )}
    </>
  );
}
