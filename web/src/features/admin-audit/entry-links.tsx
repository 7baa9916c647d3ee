import { BookOpen, Filter, UserRound } from "lucide-react";
import type { AuditLogEntry } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Link } from "@/ui/link.tsx";

const LINK =
  "inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-chip text-muted text-sm underline decoration-line-strong underline-offset-4 hover:text-primary touch:py-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0";

/** Links to the entries of the actor, to the person and to the book of an entry. */
export function EntryLinks({ entry }: { entry: AuditLogEntry }) {
  const { t } = useTranslation();
  const address = useAddress();
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
    </span>
  );
}
