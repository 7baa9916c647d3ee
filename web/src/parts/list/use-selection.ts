import { useEffect, useRef, useState } from "react";

/** The selected rows of a list, among those on the page. */
export interface Selection<R> {
  ids: ReadonlySet<string>;
  rows: readonly R[];
  toggle: (id: string, options?: { range: boolean }) => void;
  toggleAll: () => void;
  clear: () => void;
  /** Keeps these rows of the selection unchanged until `release`, for a dialog about them. */
  hold: (ids: readonly string[]) => void;
  release: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Rows that a person selects for an action on all of them. Rows that leave the page also leave the selection, except
 * while it is held.
 */
export function useSelection<R>(rows: readonly R[], rowId: (row: R) => string): Selection<R> {
  const [chosen, setChosen] = useState(NONE);
  const [held, setHeld] = useState<readonly R[] | null>(null);
  const before = useRef<string | null>(null);
  const shown = rows.map(rowId);
  const selected = held ?? rows.filter((row) => chosen.has(rowId(row)));
  const ids: ReadonlySet<string> = new Set(selected.map(rowId));
  const clear = () => {
    before.current = null;
    setChosen(NONE);
  };
  useEscape(clear, ids.size > 0);
  return {
    ids,
    rows: selected,
    toggle(id, { range } = { range: false }) {
      const select = !ids.has(id);
      const from = range && before.current !== null ? shown.indexOf(before.current) : -1;
      const to = shown.indexOf(id);
      const toggled = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      before.current = id;
      setChosen(changed(ids, toggled, from === -1 ? select : true));
    },
    toggleAll() {
      before.current = null;
      setChosen(ids.size === shown.length ? NONE : new Set(shown));
    },
    clear,
    hold: (kept) => setHeld(selected.filter((row) => kept.includes(rowId(row)))),
    release: () => setHeld(null),
  };
}

function changed(ids: ReadonlySet<string>, toggled: readonly string[], select: boolean) {
  const next = new Set(ids);
  for (const id of toggled) {
    if (select) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Clears the selection with Escape, except where the key closes a dialog or clears a field. */
function useEscape(clear: () => void, enabled: boolean): void {
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [enabled]);
}
