import { useEffect, useRef, useState } from "react";

/** The selected rows of a list, among those on the page. */
export interface Selection<R> {
  ids: ReadonlySet<string>;
  rows: readonly R[];
  toggle: (id: string, options?: { range: boolean }) => void;
  toggleAll: () => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Rows that a person selects for an action on all of them. Rows that leave the page leave the selection. */
export function useSelection<R>(rows: readonly R[], rowId: (row: R) => string): Selection<R> {
  const [chosen, setChosen] = useState(NONE);
  const before = useRef<string | null>(null);
  const shown = rows.map(rowId);
  const ids: ReadonlySet<string> = new Set(shown.filter((id) => chosen.has(id)));
  const clear = () => {
    before.current = null;
    setChosen(NONE);
  };
  useEscape(clear, ids.size > 0);
  return {
    ids,
    rows: rows.filter((row) => ids.has(rowId(row))),
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

/** Clears with Escape, except where the key closes a dialog or empties a field. */
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
