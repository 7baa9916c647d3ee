import { BookOpen, Filter, Merge, UserRound } from "lucide-react";
import { useMay } from "@/api/permissions.ts";
import type { AuditLogEntry } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Link } from "@/ui/link.tsx";

const LINK =
  "inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-chip text-muted text-sm underline decoration-line-strong underline-offset-4 hover:text-primary touch:py-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0";

/** Actions of which the list of merges shows more, and offers the undo. */
const OF_MERGES: ReadonlySet<string> = new Set([
  "book.merged",
  "book.merged_away",
  "book.merge_undone",
  "book.separated",
]);

/** Links to the entries of the actor, to the person, to the book and to the merges of an entry. */
export function EntryLinks({ entry }: { entry: AuditLogEntry }) {
  const { t } = useTranslation();
  const address = useAddress();
  const may = useMay();
  const { actor, user, book } = entry;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
      {actor?.name ? (
        <Link
          to={address.with({ actor: actor._id, page: null })}
          className={LINK}
          aria-label={t("audit.onlyBy", { name: actor.name })}
        >
          <Filter aria-hidden="true" />
          <bdi className="truncate">{actor.name}</bdi>
        </Link>
      ) : null}
      {user?.name ? (
        <Link
          to={pathTo("/admin/users", { user: user._id })}
          className={LINK}
          aria-label={t("audit.openPerson", { name: user.name })}
        >
          <UserRound aria-hidden="true" />
          <bdi className="truncate">{user.name}</bdi>
        </Link>
      ) : null}
      {book?.title ? (
        <Link
          to={pathTo("/books/:id", { id: book._id })}
          className={LINK}
          aria-label={t("audit.openBook", { title: book.title })}
        >
          <BookOpen aria-hidden="true" />
          <bdi className="truncate">{book.title}</bdi>
        </Link>
      ) : null}
      {book?.title && OF_MERGES.has(entry.action) && may("manage_catalogue") ? (
        <Link to={pathTo("/admin/duplicates", { view: "merged", book: book._id })} className={LINK}>
          <Merge aria-hidden="true" />
          {t("audit.merges")}
        </Link>
      ) : null}
    </span>
  );
}
