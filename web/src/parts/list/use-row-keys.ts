import { type RefObject, useEffect, useRef } from "react";
import { addScreenShortcuts, type ScreenShortcut } from "@/lib/shortcuts.ts";

interface RowKeys {
  /** Edits the row with this id. */
  onEdit?: ((id: string) => void) | undefined;
  /** Starts a new entry of the list. */
  onNew?: (() => void) | undefined;
  /** Selects the row with this id; with `range`, all rows from the previously selected one. */
  onSelect?: ((id: string, options: { range: boolean }) => void) | undefined;
}

/**
 * The keys of a list: `j` and `k` move the focus from row to row, where Enter follows the focused link; `e` edits, `n`
 * starts a new entry, `x` selects, `b` goes to the actions on the selected rows. A row is an element with `data-row`.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, keys: RowKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const rows = () => [
      ...(list.current?.querySelectorAll<HTMLElement>("[data-row]:not([inert])") ?? []),
    ];
    const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
    const move = (step: 1 | -1) => {
      const all = rows();
      const at = focused();
      const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step;
      const row = all[Math.max(0, Math.min(next, all.length - 1))];
      if (row) focusRow(row);
    };
    const withRow = (run: ((id: string) => void) | undefined) => () => {
      const id = rows()[focused()]?.dataset.row;
      if (id !== undefined) run?.(id);
    };
    return addScreenShortcuts(() => {
      const { onEdit, onNew, onSelect } = latest.current;
      const shortcuts: ScreenShortcut[] = [
        { key: "j", label: "shortcuts.nextRow", run: () => move(1) },
        { key: "k", label: "shortcuts.previousRow", run: () => move(-1) },
      ];
      if (onEdit) shortcuts.push({ key: "e", label: "shortcuts.editRow", run: withRow(onEdit) });
      if (onNew) shortcuts.push({ key: "n", label: "shortcuts.newEntry", run: onNew });
      if (onSelect) {
        const select = (range: boolean) => withRow((id) => onSelect(id, { range }));
        shortcuts.push(
          { key: "x", label: "shortcuts.selectRow", run: select(false) },
          { key: "X", label: "shortcuts.selectRange", run: select(true) },
          { key: "b", label: "shortcuts.bulkActions", run: focusBulkActions },
        );
      }
      return shortcuts;
    });
  }, [list]);
}

/** Focuses the first action on the selected rows, which come after the list in the order of the Tab key. */
function focusBulkActions(): void {
  document.querySelector<HTMLElement>("[data-bulk-actions] button")?.focus();
}

/** Focuses the row's link, or the row itself when it has none. */
function focusRow(row: HTMLElement): void {
  const link = row.querySelector<HTMLElement>("a[href]:not([tabindex='-1'])");
  if (!link) row.tabIndex = -1;
  (link ?? row).focus();
}
