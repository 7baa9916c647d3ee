import { ArrowRight, Clock, Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Link, useNavigate } from "react-router";
import { messageOf } from "@/api/errors.ts";
import type { Book, UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Avatar } from "@/ui/avatar.tsx";
import { AvailabilityBadge } from "@/ui/badge.tsx";
import { Cover } from "@/ui/cover/cover.tsx";
import { SearchLayer } from "@/ui/dialog-layers.tsx";
import { Highlight } from "@/ui/highlight.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { Spinner } from "@/ui/spinner.tsx";
import { useFoundBooks, useFoundPeople } from "./queries.ts";
import { forgetSearch, recentSearches, rememberSearch } from "./recent-searches.ts";

/** Milliseconds without a keystroke before the search runs. */
const DEBOUNCE_MS = 150;

interface SearchPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** Looks for people, too. */
  withPeople: boolean;
}

/** The search in the navigation: books, and people for administrators, during typing. */
export default function SearchPanel({ open, onOpenChange, userId, withPeople }: SearchPanelProps) {
  const { t } = useTranslation();
  return (
    <SearchLayer open={open} onOpenChange={onOpenChange} label={t("search.title")}>
      <Panel userId={userId} withPeople={withPeople} onClose={() => onOpenChange(false)} />
    </SearchLayer>
  );
}

/** A search result and its link. */
type Hit =
  | { kind: "book"; to: string; book: Book }
  | { kind: "person"; to: string; person: UserSummary }
  | { kind: "all"; to: string };

function allBooks(search: string): string {
  return `/books?search=${encodeURIComponent(search)}`;
}

function Panel({
  userId,
  withPeople,
  onClose,
}: Pick<SearchPanelProps, "userId" | "withPeople"> & { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  /** The result selected with the arrow keys; none at first, so that Enter searches. */
  const [current, setCurrent] = useState(-1);
  const [recent, setRecent] = useState(() => recentSearches(userId));
  const text = typed.trim();

  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(
      () => {
        setAsked(text);
        setCurrent(-1);
      },
      text === "" ? 0 : DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, asked]);

  const books = useFoundBooks(asked);
  const people = useFoundPeople(asked, { enabled: withPeople });
  const foundBooks = asked === "" ? [] : (books.data?.data ?? []);
  const foundPeople = asked === "" ? [] : (people.data?.data ?? []);
  const known =
    asked !== "" && books.data !== undefined && (!withPeople || people.data !== undefined);
  const stale = text !== asked || books.isPlaceholderData || people.isPlaceholderData;
  const error = asked === "" ? null : (books.error ?? people.error);
  const hits: Hit[] =
    !known && !error
      ? []
      : [
          ...foundBooks.map((book): Hit => ({ kind: "book", to: `/books/${book._id}`, book })),
          ...foundPeople.map(
            (person): Hit => ({
              kind: "person",
              to: `/admin/users?user=${encodeURIComponent(person._id)}`,
              person,
            }),
          ),
          { kind: "all", to: allBooks(asked) },
        ];

  const leave = (search: string) => {
    rememberSearch(userId, search);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      // New results would move the selected one.
      if (hits.length === 0 || stale) return;
      const step = event.key === "ArrowDown" ? 1 : -1;
      // Cycles through the text field, which comes before the first result.
      const next = (current + 1 + step + hits.length + 1) % (hits.length + 1);
      setCurrent(next - 1);
      document.getElementById(`${id}-${next - 1}`)?.scrollIntoView?.({ block: "nearest" });
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing && text !== "") {
      event.preventDefault();
      // The result selected with the arrow keys, unless the text has changed since.
      const to = text === asked ? (hits[current]?.to ?? allBooks(text)) : allBooks(text);
      leave(text);
      void navigate(to);
    } else if (event.key === "Escape" && typed !== "") {
      // The first Escape clears the text, the second closes the panel.
      event.preventDefault();
      event.stopPropagation();
      setTyped("");
    }
  };
  const hit = (index: number) => ({
    id: `${id}-${index}`,
    to: hits[index]?.to ?? "",
    selected: index === current,
    onFollow: () => leave(asked),
    onPoint: () => setCurrent(index),
  });

  return (
    <>
      <div className="flex items-center gap-1 border-line border-b ps-4 pe-2">
        <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-subtle">
          {stale && text !== "" ? <Spinner size={20} /> : <Search className="size-5" />}
        </span>
        <input
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          aria-label={t(withPeople ? "search.labelWithPeople" : "search.label")}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-autocomplete="list"
          aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
          placeholder={t(withPeople ? "search.placeholderWithPeople" : "search.placeholder")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-14 min-w-0 flex-1 bg-transparent px-2 text-base text-ink outline-none placeholder:text-subtle"
        />
        {typed === "" ? null : (
          <IconButton
            label={t("common.clearSearch")}
            onClick={(event) => {
              setTyped("");
              event.currentTarget.parentElement?.querySelector("input")?.focus();
            }}
          >
            <X />
          </IconButton>
        )}
        <button
          type="button"
          onClick={onClose}
          className="min-h-9 rounded-control px-3 text-md text-muted hover:bg-sunken hover:text-ink touch:min-h-11"
        >
          {t("common.close")}
        </button>
      </div>
      <LiveRegion>{spoken()}</LiveRegion>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {text === "" && asked === "" ? (
          <Recent
            searches={recent}
            onFollow={leave}
            onForget={(search) => setRecent(forgetSearch(userId, search))}
          />
        ) : null}
        <div
          id={`${id}-hits`}
          role="listbox"
          aria-label={t("search.results")}
          aria-busy={stale}
          className={`transition-opacity ${stale ? "opacity-60" : ""} ${hits.length > 0 ? "p-2" : ""}`}
        >
          {foundBooks.length > 0 ? (
            <Group label={t("search.books")}>
              {foundBooks.map((book, index) => (
                <Option key={book._id} {...hit(index)}>
                  <BookHit book={book} search={asked} />
                </Option>
              ))}
            </Group>
          ) : null}
          {foundPeople.length > 0 ? (
            <Group label={t("search.people")}>
              {foundPeople.map((person, index) => (
                <Option key={person._id} {...hit(foundBooks.length + index)}>
                  <PersonHit person={person} search={asked} />
                </Option>
              ))}
            </Group>
          ) : null}
          {hits.length > 0 ? (
            <Option {...hit(hits.length - 1)}>
              <span className="flex min-h-10 items-center gap-3 font-medium text-md text-primary">
                <ArrowRight aria-hidden="true" className="size-4.5 shrink-0 rtl:-scale-x-100" />
                <span className="min-w-0 truncate">{t("search.all", { search: asked })}</span>
              </span>
            </Option>
          ) : null}
        </div>
        {error ? (
          <p role="alert" className="px-4 pb-4 text-danger text-md">
            {messageOf(error, t("search.failed"))}
          </p>
        ) : known && !stale && foundBooks.length + foundPeople.length === 0 ? (
          <p className="px-4 pb-5 text-md text-muted">
            {t("search.nothing", { search: asked })}
            {books.data?.suggestion ? (
              <>
                {" "}
                <button
                  type="button"
                  className="rounded-chip font-medium text-primary underline underline-offset-4"
                  onClick={() => setTyped(books.data.suggestion ?? "")}
                >
                  {t("books.list.didYouMean", { suggestion: books.data.suggestion })}
                </button>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </>
  );

  function spoken(): string {
    if (!known || stale) return "";
    const found = t("search.foundBooks", { count: books.data?.pagination.total ?? 0 });
    if (!withPeople) return found;
    return `${found}, ${t("search.foundPeople", { count: people.data?.pagination.total ?? 0 })}`;
  }
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list to choose from
    <div role="group" aria-labelledby={id} className="pb-1">
      <div id={id} className="px-2 pt-2 pb-1 font-medium text-sm text-subtle">
        {label}
      </div>
      {children}
    </div>
  );
}

interface OptionProps {
  id: string;
  to: string;
  selected: boolean;
  onFollow: () => void;
  onPoint: () => void;
  children: ReactNode;
}

/** A hit: for the arrow keys an option, for the mouse a link. */
function Option({ id, to, selected, onFollow, onPoint, children }: OptionProps) {
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      onClick={onFollow}
      onPointerMove={onPoint}
      className="block rounded-control px-2 py-2 aria-selected:bg-primary-soft forced-colors:aria-selected:outline-2"
    >
      {children}
    </Link>
  );
}

function BookHit({ book, search }: { book: Book; search: string }) {
  return (
    <span className="flex items-center gap-3">
      <span className="w-9 shrink-0">
        <Cover
          title={book.title}
          author={book.author}
          category={book.category}
          src={book.coverImage}
          decorative
        />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium font-serif text-base" dir="auto">
          <Highlight text={book.title} search={search} />
        </span>{" "}
        <span className="truncate text-md text-muted" dir="auto">
          <Highlight text={book.author} search={search} />
        </span>
      </span>{" "}
      <span className="shrink-0 max-sm:hidden">
        <AvailabilityBadge available={book.availableCopies} total={book.totalCopies} />
      </span>
    </span>
  );
}

function PersonHit({ person, search }: { person: UserSummary; search: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span className="flex items-center gap-3">
      <span className="grid w-9 shrink-0 place-items-center">
        <Avatar name={person.name} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium text-base" dir="auto">
          <Highlight text={person.name} search={search} />
        </span>{" "}
        <span className="truncate text-md text-muted">
          <Highlight text={person.email} search={search} />
          {person.studentId ? (
            <>
              {" · "}
              <Highlight text={person.studentId} search={search} />
            </>
          ) : null}
        </span>
      </span>{" "}
      <span className="tabular shrink-0 text-sm text-subtle max-sm:hidden">
        {t("search.borrowings", {
          count: person.activeBorrowings,
          number: format.count(person.activeBorrowings),
        })}
      </span>
    </span>
  );
}

function Recent({
  searches,
  onFollow,
  onForget,
}: {
  searches: readonly string[];
  onFollow: (search: string) => void;
  onForget: (search: string) => void;
}) {
  const { t } = useTranslation();
  if (searches.length === 0) {
    return <p className="px-4 py-5 text-md text-muted">{t("search.hint")}</p>;
  }
  return (
    <section aria-label={t("search.recent")} className="p-2">
      <h2 className="px-2 pt-2 pb-1 font-medium text-sm text-subtle">{t("search.recent")}</h2>
      <ul>
        {searches.map((search) => (
          <li key={search} className="flex items-center gap-1">
            <Link
              to={allBooks(search)}
              onClick={() => onFollow(search)}
              className="flex min-h-10 min-w-0 flex-1 items-center gap-3 rounded-control px-2 hover:bg-sunken touch:min-h-11"
            >
              <Clock aria-hidden="true" className="size-4.5 shrink-0 text-subtle" />
              <span className="truncate" dir="auto">
                {search}
              </span>
            </Link>
            <IconButton
              label={t("search.forget", { search })}
              onClick={(event) => {
                event.currentTarget
                  .closest("[role=dialog]")
                  ?.querySelector<HTMLElement>("input")
                  ?.focus();
                onForget(search);
              }}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
