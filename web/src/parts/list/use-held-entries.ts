import { type FocusEvent, useEffect, useRef, useState } from "react";
import { onOwnChange } from "@/api/changes.ts";

/** Milliseconds after the person's own change in which the list is not held. */
const OWN_CHANGE_MS = 2_000;

interface Shown<E> {
  /** Identifies the filters, the order and the page. */
  question: string;
  entries: readonly E[];
  /** The ids of entries that are no longer in the list. */
  gone: ReadonlySet<string>;
}

interface Options {
  /** Identifies the filters, the order and the page. Entries of another question are shown at once. */
  question: string;
  /** Whether the entries are those of the previous question. */
  stale?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Holds the entries of a list that follows changes made elsewhere. While the pointer or the keyboard focus is in the
 * list, or a dialog of it is open, its entries keep their places: values are updated, removed entries stay but cannot
 * be used, and new ones are not shown yet. The person's own changes are shown at once.
 */
export function useHeldEntries<E>(
  entries: readonly E[],
  idOf: (entry: E) => string,
  { question, stale = false }: Options,
) {
  const [pointed, setPointed] = useState(false);
  const [focus, setFocus] = useState<Focus>("elsewhere");
  const [suspended, setSuspended] = useState(false);
  const [shown, setShown] = useState<Shown<E>>({ question, entries, gone: NONE });

  const focused = useRef<Element | null>(null);

  useEffect(() => {
    // A closed dialog has no element to return the focus to if its row was removed: no event says that it is elsewhere.
    const forgetRemoved = () => {
      if (focused.current?.isConnected === false) setFocus("elsewhere");
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = onOwnChange(() => {
      clearTimeout(timer);
      setSuspended(true);
      forgetRemoved();
      timer = setTimeout(() => {
        setSuspended(false);
        forgetRemoved();
      }, OWN_CHANGE_MS);
    });
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, []);

  // The entries of a question that has no response yet are those of the question before.
  const asked = stale ? shown.question : question;
  const holds = focus === "editing" || ((pointed || focus === "visible") && !suspended);
  const next =
    holds && !stale && asked === shown.question && shown.entries.length > 0
      ? heldIn(shown.entries, entries, idOf)
      : { entries, gone: NONE };
  const isShown =
    asked === shown.question &&
    sameItems(next.entries, shown.entries) &&
    sameItems([...next.gone], [...shown.gone]);
  if (!isShown) setShown({ question: asked, ...next });

  return {
    entries: next.entries,
    gone: next.gone,
    /** The properties of an entry's element. */
    itemProps: (entry: E) => {
      const isGone = next.gone.has(idOf(entry));
      return { inert: isGone, "aria-hidden": isGone || undefined };
    },
    /** Whether holding hides changes. */
    waits: next.gone.size > 0 || next.entries.length !== entries.length || !sameOrder(),
    /** Shows the current entries. */
    release: () => {
      setPointed(false);
      setFocus("elsewhere");
    },
    /** Event handlers for the element around the entries. */
    events: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: (event: FocusEvent) => {
        focused.current = event.target;
        setFocus(focusOf(event));
      },
      onBlur: () => setFocus("elsewhere"),
    },
  };

  function sameOrder(): boolean {
    return next.entries.every((entry, index) => {
      const other = entries[index];
      return other !== undefined && idOf(other) === idOf(entry);
    });
  }
}

/** The entries in their old places, with their current values. */
function heldIn<E>(before: readonly E[], now: readonly E[], idOf: (entry: E) => string) {
  const byId = new Map(now.map((entry) => [idOf(entry), entry]));
  const gone = before.map(idOf).filter((id) => !byId.has(id));
  return {
    entries: before.map((entry) => byId.get(idOf(entry)) ?? entry),
    gone: gone.length === 0 ? NONE : new Set(gone),
  };
}

function sameItems<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/**
 * The focus: `editing` in a text control or a dialog (whose events bubble here in React); `visible` on another control
 * with a focus ring.
 */
type Focus = "elsewhere" | "visible" | "editing";

const TEXT_CONTROLS = "input:not([type=checkbox], [type=radio]), textarea, select";

function focusOf({ target, currentTarget }: FocusEvent): Focus {
  if (!currentTarget.contains(target) || target.matches(TEXT_CONTROLS)) return "editing";
  return target.matches(":focus-visible") ? "visible" : "elsewhere";
}
