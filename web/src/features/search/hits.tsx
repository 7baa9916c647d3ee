import { ArrowRight, Barcode } from "lucide-react";
import type { ReactNode } from "react";
import type { Book, Borrowing, Shape, UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { BookCover } from "@/parts/books/book-cover.tsx";
import { CopyStateBadge } from "@/parts/books/copy-state-badge.tsx";
import { Avatar } from "@/ui/avatar.tsx";
import { Highlight } from "@/ui/highlight.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import type { PaletteEntry } from "./entries.ts";

type ListedCopy = Shape<"ListedCopy">;

/** An entry of the palette: a result of the search, a screen, an action, or all matching books. */
export type Hit = { id: string } & (
  | { kind: "book"; book: Book }
  | { kind: "person"; person: UserSummary }
  | { kind: "borrowing"; borrowing: Borrowing }
  | { kind: "copy"; copy: ListedCopy }
  | { kind: "entry"; entry: PaletteEntry }
  | { kind: "all" }
);

export function addressOfAll(search: string): string {
  return pathTo("/books", { search });
}

/** The target of a hit: a path, or an action. */
export function targetOf(hit: Hit, search: string): PaletteEntry["target"] {
  switch (hit.kind) {
    case "book":
      return { to: pathTo("/books/:id", { id: hit.book._id }) };
    case "person":
      return { to: pathTo("/admin/users", { user: hit.person._id }) };
    case "borrowing":
      return { to: pathTo("/admin/borrowings", { search }) };
    case "copy":
      return { to: pathTo("/admin/copies", { search }) };
    case "entry":
      return hit.entry.target;
    case "all":
      return { to: addressOfAll(search) };
  }
}

/** A hit, with the matching parts highlighted. */
export function HitContent({ hit, search }: { hit: Hit; search: string }) {
  const { t } = useTranslation();
  switch (hit.kind) {
    case "book":
      return <BookHit book={hit.book} search={search} />;
    case "person":
      return <PersonHit person={hit.person} search={search} />;
    case "borrowing":
      return <BorrowingHit borrowing={hit.borrowing} search={search} />;
    case "copy":
      return <CopyHit copy={hit.copy} search={search} />;
    case "entry":
      return <EntryHit entry={hit.entry} search={search} />;
    case "all":
      return (
        <span className="flex min-h-10 items-center gap-3 font-medium text-md text-primary">
          <ArrowRight aria-hidden="true" className="size-4.5 shrink-0 rtl:-scale-x-100" />
          <span className="min-w-0 truncate">{t("search.all", { search })}</span>
        </span>
      );
  }
}

interface RowProps {
  /** A cover or an avatar. */
  picture: ReactNode;
  name: ReactNode;
  /** Below the name. */
  below: ReactNode;
  /** At the end, where there is room for it. */
  end?: ReactNode;
}

/** A book or a person among the hits. */
function Row({ picture, name, below, end }: RowProps) {
  return (
    <span className="flex items-center gap-3">
      <span className="grid w-9 shrink-0 place-items-center">{picture}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium text-base" dir="auto">
          {name}
        </span>{" "}
        {below}
      </span>{" "}
      {end ? <span className="shrink-0 max-sm:hidden">{end}</span> : null}
    </span>
  );
}

function BookHit({ book, search }: { book: Book; search: string }) {
  return (
    <Row
      picture={<BookCover book={book} />}
      name={
        <span className="font-serif">
          <Highlight text={book.title} search={search} />
        </span>
      }
      below={
        <span className="truncate text-md text-muted" dir="auto">
          <Highlight text={book.author} search={search} />
        </span>
      }
      end={<AvailabilityBadge available={book.availableCopies} total={book.totalCopies} />}
    />
  );
}

function PersonHit({ person, search }: { person: UserSummary; search: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Row
      picture={<Avatar name={person.name} />}
      name={<Highlight text={person.name} search={search} />}
      below={
        <span className="truncate text-md text-muted">
          <Highlight text={person.email} search={search} />
          {person.studentId ? (
            <>
              {" · "}
              <Highlight text={person.studentId} search={search} />
            </>
          ) : null}
        </span>
      }
      end={
        <span className="tabular text-sm text-subtle">
          {t("search.borrowings", {
            count: person.activeBorrowings,
            number: format.count(person.activeBorrowings),
          })}
        </span>
      }
    />
  );
}

/** A copy that is not on loan, found by its barcode. */
function CopyHit({ copy: { book, barcode, state }, search }: { copy: ListedCopy; search: string }) {
  return (
    <Row
      picture={<Barcode aria-hidden="true" className="size-4.5 text-muted" />}
      name={<span className="font-serif">{book.title}</span>}
      below={
        <span className="tabular truncate text-md text-muted">
          <Highlight text={barcode} search={search} />
        </span>
      }
      end={<CopyStateBadge state={state} />}
    />
  );
}

/** The borrowing of a copy, found by its barcode. */
function BorrowingHit({
  borrowing: { book, user, copy, dueOn },
  search,
}: {
  borrowing: Borrowing;
  search: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Row
      picture={<BookCover book={book} />}
      name={<span className="font-serif">{book.title}</span>}
      below={
        <span className="tabular truncate text-md text-muted">
          <Highlight text={copy.barcode} search={search} />
          {user ? ` · ${user.name}` : ""} ·{" "}
          {t("borrowings.returned.dueOn", { date: format.date(dueOn) })}
        </span>
      }
    />
  );
}

function EntryHit({ entry, search }: { entry: PaletteEntry; search: string }) {
  const Icon = entry.icon;
  return (
    <span className="flex min-h-7 items-center gap-3">
      <span className="grid w-9 shrink-0 place-items-center text-muted">
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1 truncate text-md" dir="auto">
        <Highlight text={entry.label} search={search} />
      </span>{" "}
      <span aria-hidden="true" className="flex gap-1 max-sm:hidden">
        {entry.keys?.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </span>
  );
}
