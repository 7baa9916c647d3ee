import type { Book, BookSaved } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ClosableBanner } from "@/ui/closable-banner.tsx";
import { TextLink } from "@/ui/link.tsx";
import { useManagedBooks } from "./queries.ts";

/** A saved book, and other books with its ISBN; the server names only the first ones. */
export interface SameIsbn {
  title: string;
  isbn: string;
  others: BookSaved["warnings"];
}

/** The other books with the ISBN of a saved book; null when there are none. */
export function sameIsbnOf(
  { title, isbn }: Pick<Book, "title" | "isbn">,
  others: BookSaved["warnings"],
): SameIsbn | null {
  return isbn !== null && others.length > 0 ? { title, isbn, others } : null;
}

/** Warns that other books have the same ISBN as a saved book, with a link to each. */
export function SameIsbnNotice({ same, onClose }: { same: SameIsbn; onClose: () => void }) {
  const { t } = useTranslation();
  const address = useAddress();
  const { title, isbn, others } = same;
  // The warnings have only titles; the list has the details that distinguish editions.
  const found = useManagedBooks({ status: "current", search: isbn, limit: 25 });
  const details = new Map(found.data?.data.map((book) => [book._id, detailsOf(book)]));
  const message = t("admin.books.sameIsbn", { count: others.length, title });
  return (
    <ClosableBanner tone="warning" message={message} onClose={onClose}>
      <p className="break-words font-medium">{message}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {others.map((other) => (
          <li key={other.bookId} className="break-words">
            <TextLink to={address.with({ edit: other.bookId, tab: null })}>
              <span dir="auto">{other.title}</span>
            </TextLink>
            {details.get(other.bookId)}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <TextLink to={pathTo("/admin/books", { search: isbn })}>
          {t("admin.books.sameIsbnAll")}
        </TextLink>
      </p>
    </ClosableBanner>
  );
}

/** The details that distinguish an edition. */
export function detailsOf({ editionStatement, publishedYear }: Book): string {
  return [editionStatement, publishedYear]
    .filter((detail) => detail !== null)
    .map((detail) => ` · ${detail}`)
    .join("");
}
