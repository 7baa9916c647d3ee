import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { SearchLayer } from "@/ui/dialog-layers.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { Palette, type PaletteGroup, PaletteInput, PaletteList } from "@/ui/palette.tsx";
import { Spinner } from "@/ui/spinner.tsx";
import { matchingEntries, type PaletteEntry } from "./entries.ts";
import { addressOfAll, type Hit, HitContent, targetOf } from "./hits.tsx";
import { useFoundBooks, useFoundBorrowing, useFoundCopy, useFoundPeople } from "./queries.ts";
import { RecentList } from "./recent-list.tsx";
import { forgetSearch, recentSearches, rememberSearch } from "./recent-searches.ts";

/** Milliseconds without a keystroke before the search runs. */
const DEBOUNCE_MS = 150;

interface SearchPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** Also searches people. */
  withPeople: boolean;
  /** Also searches borrowings by the barcode of their copy. */
  withBorrowings: boolean;
  /** Also searches copies by barcode. */
  withCopies: boolean;
  /** The screens and actions that the person may use. */
  entries: readonly PaletteEntry[];
}

/**
 * The palette. During typing it shows books, screens and actions, and for staff also people and copies. Without a text
 * it shows recent searches and all screens.
 */
export default function SearchPanel({ open, onOpenChange, ...rest }: SearchPanelProps) {
  const { t } = useTranslation();
  return (
    <SearchLayer open={open} onOpenChange={onOpenChange} label={t("search.title")}>
      <Panel {...rest} onClose={() => onOpenChange(false)} />
    </SearchLayer>
  );
}

/** The text after a pause in typing. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState("");
  useEffect(() => {
    if (text === debounced) return;
    const timer = setTimeout(() => setDebounced(text), text === "" ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced;
}

function Panel({
  userId,
  withPeople,
  withBorrowings,
  withCopies,
  entries,
  onClose,
}: Omit<SearchPanelProps, "open" | "onOpenChange"> & { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const searched = useDebounced(text);
  const [recent, setRecent] = useState(() => recentSearches(userId));

  const books = useFoundBooks(searched);
  const people = useFoundPeople(searched, { enabled: withPeople });
  const borrowings = useFoundBorrowing(searched, { enabled: withBorrowings });
  const copies = useFoundCopy(searched, { enabled: withCopies });
  const foundBooks = searched === "" ? [] : (books.data?.data ?? []);
  const foundPeople = searched === "" ? [] : (people.data?.data ?? []);
  const foundBorrowings = searched === "" ? [] : (borrowings.data ?? []);
  // The borrowing says more about a copy.
  const foundCopies = searched === "" || foundBorrowings.length > 0 ? [] : (copies.data ?? []);
  const known =
    searched !== "" &&
    books.data !== undefined &&
    (!withPeople || people.data !== undefined) &&
    !borrowings.isLoading &&
    !copies.isLoading;
  const stale = text !== searched || books.isPlaceholderData || people.isPlaceholderData;
  const error = searched === "" ? null : (books.error ?? people.error);
  const groups = groupsOf();

  const leave = (search: string) => {
    if (search !== "") rememberSearch(userId, search);
    onClose();
  };
  const follow = (hit: Hit) => {
    // Screens and actions are not stored as searches.
    leave(hit.kind === "entry" ? "" : searched);
    const target = targetOf(hit, searched);
    if ("run" in target) target.run();
  };
  const searchAll = () => {
    leave(text);
    void navigate(addressOfAll(text));
  };
  /** Enter opens what a scanner or a person means: a copy, or the first result when no book is found; else all books. */
  const choose = () => {
    const first = groups.flatMap(({ items }) => items)[0];
    const isMeant = first !== undefined && first.kind !== "all" && foundBooks.length === 0;
    const hit =
      isMeant || first?.kind === "borrowing" || first?.kind === "copy" ? first : undefined;
    if (hit === undefined) return searchAll();
    follow(hit);
    const target = targetOf(hit, searched);
    if ("to" in target) void navigate(target.to);
  };
  // A scanner sends Enter before the results are there.
  const [entered, setEntered] = useState<string | null>(null);
  const isReady = text !== "" && entered === text && (error !== null || (known && !stale));
  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    if (isReady) chooseNow();
  }, [isReady]);

  return (
    <Palette
      value={typed}
      onValueChange={setTyped}
      groups={groups}
      stale={stale}
      onEnter={() => setEntered(text)}
    >
      <div className="flex items-center gap-1 border-line border-b ps-4 pe-2">
        <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-subtle">
          {stale && text !== "" ? <Spinner size={20} /> : <Search className="size-5" />}
        </span>
        <PaletteInput
          label={t(withPeople ? "search.labelWithPeople" : "search.label")}
          placeholder={t(withPeople ? "search.placeholderWithPeople" : "search.placeholder")}
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
        {text === "" && searched === "" ? (
          <RecentList
            searches={recent}
            onFollow={leave}
            onForget={(search) => setRecent(forgetSearch(userId, search))}
          />
        ) : null}
        <PaletteList
          label={t("search.results")}
          groups={groups}
          stale={stale}
          link={(hit) => {
            const target = targetOf(hit, searched);
            return "to" in target ? <Link to={target.to} tabIndex={-1} /> : undefined;
          }}
          onChoose={follow}
          content={(hit) => <HitContent hit={hit} search={searched} />}
        />
        {error ? (
          <p role="alert" className="px-4 pb-4 text-danger text-md">
            {messageOf(error, t("search.failed"))}
          </p>
        ) : known && !stale && groups.every(({ id }) => id === "all") ? (
          <p className="px-4 pb-5 text-md text-muted">
            {t("search.nothing", { search: searched })}
            {books.data?.didYouMean ? (
              <>
                {" "}
                <button
                  type="button"
                  className="rounded-chip font-medium text-primary underline underline-offset-4"
                  onClick={() => setTyped(books.data.didYouMean ?? "")}
                >
                  {t("books.list.didYouMean", { suggestion: books.data.didYouMean })}
                </button>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </Palette>
  );

  function groupsOf(): PaletteGroup<Hit>[] {
    const entryHits = (kind: PaletteEntry["kind"]): Hit[] =>
      matchingEntries(entries, searched, kind).map((entry) => ({
        id: `entry-${entry.id}`,
        kind: "entry",
        entry,
      }));
    const found: PaletteGroup<Hit>[] = [
      {
        id: "copies",
        label: t("search.copies"),
        items: [
          ...foundBorrowings.map((borrowing) => ({
            id: borrowing._id,
            kind: "borrowing" as const,
            borrowing,
          })),
          ...foundCopies.map((copy) => ({ id: copy._id, kind: "copy" as const, copy })),
        ],
      },
      {
        id: "books",
        label: t("search.books"),
        items: foundBooks.map((book) => ({ id: book._id, kind: "book", book })),
      },
      {
        id: "people",
        label: t("search.people"),
        items: foundPeople.map((person) => ({ id: person._id, kind: "person", person })),
      },
    ];
    return [
      ...(known || error ? found : []),
      { id: "screens", label: t("search.screens"), items: entryHits("screen") },
      { id: "actions", label: t("search.actions"), items: entryHits("action") },
      { id: "all", items: known || error ? [{ id: "all", kind: "all" } as const] : [] },
    ].filter(({ items }) => items.length > 0);
  }

  function spoken(): string {
    if (!known || stale) return "";
    const count = books.data?.pagination.total ?? 0;
    const copyCount = foundBorrowings.length + foundCopies.length;
    const parts = [t("search.foundBooks", { count })];
    if (withPeople) {
      parts.push(t("search.foundPeople", { count: people.data?.pagination.total ?? 0 }));
    }
    if (copyCount > 0) parts.unshift(t("search.foundCopies", { count: copyCount }));
    return parts.join(", ");
  }
}
