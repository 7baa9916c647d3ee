import { type FocusEvent, useEffect, useState } from "react";
import { onOwnChange } from "@/api/changes.ts";

/** Milliseconds after a change of the person in which the list shows what has changed, wherever the pointer is. */
const OWN_CHANGE_MS = 2_000;

interface Shown<E> {
  /** What the list answers: its filters, its order, its page. */
  question: string;
  entries: readonly E[];
  /** The ids of entries that are not in the list any more. */
  gone: ReadonlySet<string>;
}

interface Options {
  /** What the list answers: its filters, its order, its page. Another question is answered at once. */
  question: string;
  /** The entries are those of the question before. */
  stale?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The entries of a list that follows changes made elsewhere. While a person points at the list, moves through it with the
 * keyboard, types into it, or has a dialog of it open, its entries keep their places: their values follow, entries that are gone stay and cannot be used,
 * and new ones wait. Changes of the person are shown at once.
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

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = onOwnChange(() => {
      clearTimeout(timer);
      setSuspended(true);
      timer = setTimeout(() => {
        setSuspended(false);
        // A dialog whose row has gone returns the focus to nothing.
        if (document.activeElement === document.body) setFocus("elsewhere");
      }, OWN_CHANGE_MS);
    });
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, []);

  const holds = focus === "editing" || ((pointed || focus === "visible") && !suspended);
  const next =
    holds && !stale && question === shown.question && shown.entries.length > 0
      ? heldIn(shown.entries, entries, idOf)
      : { entries, gone: NONE };
  const isShown =
    question === shown.question &&
    sameItems(next.entries, shown.entries) &&
    sameItems([...next.gone], [...shown.gone]);
  if (!isShown) setShown({ question, ...next });

  return {
    entries: next.entries,
    gone: next.gone,
    /** The properties of an entry's element. */
    itemProps: (entry: E) => {
      const isGone = next.gone.has(idOf(entry));
      return { inert: isGone, "aria-hidden": isGone || undefined };
    },
    /** Whether the list would look different if it were not held. */
    waits: next.gone.size > 0 || next.entries.length !== entries.length || !sameOrder(),
    /** Shows the list as it is now. */
    release: () => {
      setPointed(false);
      setFocus("elsewhere");
    },
    /** Of the element around the entries. */
    events: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: (event: FocusEvent) => setFocus(focusOf(event)),
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

/** The entries in their places, with their values of now. */
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

/** Where the focus is: in a control for text or in a dialog, whose events arrive here too; or seen on an entry. */
type Focus = "elsewhere" | "visible" | "editing";

const TEXT_CONTROLS = "input:not([type=checkbox], [type=radio]), textarea, select";

function focusOf({ target, currentTarget }: FocusEvent): Focus {
  if (!currentTarget.contains(target) || target.matches(TEXT_CONTROLS)) return "editing";
  return target.matches(":focus-visible") ? "visible" : "elsewhere";
}
