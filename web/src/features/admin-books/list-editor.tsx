import { ArrowDown, ArrowUp, CircleAlert, Plus, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Button } from "@/ui/button.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import {
  type DetailProblem,
  type DetailsValues,
  EMPTY_ROWS,
  type ListField,
  moved,
} from "./details-form.ts";

/** What a row gives to its fields. */
export interface RowFields<R> {
  row: R;
  change: (changes: Partial<R>) => void;
  /** The labels of the fields are visible in the first row only. */
  hideLabel: boolean;
  /** The name of the field in the form, for the first control of the row. */
  name: string | undefined;
  /** The error of a part of the row. */
  error: (part: string) => string | undefined;
}

interface ListEditorProps<F extends ListField> {
  field: F;
  label: string;
  hint?: string;
  /** The label of the button that adds a row. */
  add: string;
  rows: DetailsValues[F];
  onRows: (rows: DetailsValues[F]) => void;
  /** The name of a row: what was entered, or its number. */
  nameOf: (row: DetailsValues[F][number], number: number) => string;
  /** Whether the order counts: rows can then be moved. */
  ordered?: boolean;
  /** Whether the fields of the first row have visible labels. */
  labelled?: boolean;
  /** The error that is shown, and where it is; without a place it is an error of the whole list. */
  error: string | undefined;
  problem: DetailProblem | undefined;
  children: (fields: RowFields<DetailsValues[F][number]>) => ReactNode;
}

/** Where the focus goes once the rows are rendered. */
type Wanted = { row: number; control: "field" | "up" | "down" } | "add" | null;

/**
 * A list of rows with buttons that add, remove and move them. Enter adds a row below; Alt with an arrow key moves the row
 * of an ordered list.
 */
export function ListEditor<F extends ListField>({
  field,
  label,
  hint,
  add,
  rows,
  onRows,
  nameOf,
  ordered = false,
  labelled = false,
  error,
  problem,
  children,
}: ListEditorProps<F>) {
  type R = DetailsValues[F][number];
  const { t } = useTranslation();
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<Wanted>(null);
  const [said, setSaid] = useState("");
  const list = rows as readonly R[];
  const errorRow = error === undefined ? undefined : problem?.row;
  const isOfList = error !== undefined && errorRow === undefined;
  const set = (next: readonly R[], focus: Wanted) => {
    wanted.current = focus;
    onRows(next as DetailsValues[F]);
  };

  useEffect(() => {
    const focus = wanted.current;
    if (focus === null || !root.current) return;
    wanted.current = null;
    const selector =
      focus === "add"
        ? "[data-add]"
        : `[data-row="${focus.row}"] ${focus.control === "field" ? "input" : `[data-move=${focus.control}]`}`;
    root.current.querySelector<HTMLElement>(selector)?.focus();
  });

  const insertAfter = (place: number) => {
    const row = EMPTY_ROWS[field]() as R;
    setSaid("");
    set(list.toSpliced(place + 1, 0, row), { row: row.key, control: "field" });
  };
  const remove = (row: R, place: number) => {
    const next = list.filter(({ key }) => key !== row.key);
    const neighbour = next[place] ?? next[place - 1];
    setSaid(t("cataloguing.removed", { name: nameOf(row, place + 1) }));
    set(next, neighbour ? { row: neighbour.key, control: "field" } : "add");
  };
  const move = (row: R, place: number, by: -1 | 1, control: "field" | "up" | "down") => {
    const next = moved(list, row.key, by);
    if (next === list) return;
    const values = { name: nameOf(row, place + 1), place: place + 1 + by, count: list.length };
    setSaid(t("cataloguing.moved", values));
    set(next, { row: row.key, control });
  };
  const onKeyDown = (event: KeyboardEvent, row: R, place: number) => {
    if (!(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      // In this list, Enter does not send the form.
      event.preventDefault();
      if (event.target.value.trim() !== "") insertAfter(place);
    } else if (ordered && event.altKey && /^Arrow(?:Up|Down)$/.test(event.key)) {
      event.preventDefault();
      move(row, place, event.key === "ArrowUp" ? -1 : 1, "field");
    }
  };

  return (
    <fieldset
      ref={root}
      aria-describedby={
        [hint ? `${id}-hint` : "", isOfList ? `${id}-error` : ""].filter(Boolean).join(" ") ||
        undefined
      }
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1 font-medium text-md">{label}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-subtle">
          {hint}
        </p>
      ) : null}
      {list.length === 0 ? null : (
        <ul className="flex flex-col gap-3 sm:gap-2">
          {list.map((row, place) => {
            const name = nameOf(row, place + 1);
            return (
              <li
                key={row.key}
                data-row={row.key}
                aria-label={t(`cataloguing.${field}.row`, { number: place + 1 })}
                className={`flex items-start gap-1.5 ${labelled ? "max-sm:border-line max-sm:border-b max-sm:pb-3 max-sm:last:border-b-0 max-sm:last:pb-0" : ""}`}
                onKeyDown={(event) => onKeyDown(event, row, place)}
              >
                <div className="min-w-0 flex-1">
                  {children({
                    row,
                    change: (changes) =>
                      set(
                        list.map((one) => (one.key === row.key ? { ...one, ...changes } : one)),
                        null,
                      ),
                    hideLabel: place > 0,
                    // The form moves the focus to the first control with the name of an invalid field.
                    name: (problem?.row ?? row.key) === row.key ? field : undefined,
                    error: (part) =>
                      errorRow === row.key && problem?.part === part ? error : undefined,
                  })}
                </div>
                <div
                  className={`flex ${labelled && place === 0 ? "mt-6.5" : ""} ${ordered && list.length > 1 ? "max-sm:grid max-sm:grid-flow-col max-sm:grid-rows-2 max-sm:gap-y-2" : ""}`}
                >
                  {ordered && list.length > 1 ? (
                    <>
                      <IconButton
                        label={t("cataloguing.moveUp", { name })}
                        data-move="up"
                        aria-disabled={place === 0 ? true : undefined}
                        onClick={() => move(row, place, -1, "up")}
                      >
                        <ArrowUp />
                      </IconButton>
                      <IconButton
                        label={t("cataloguing.moveDown", { name })}
                        data-move="down"
                        aria-disabled={place === list.length - 1 ? true : undefined}
                        onClick={() => move(row, place, 1, "down")}
                      >
                        <ArrowDown />
                      </IconButton>
                    </>
                  ) : null}
                  <IconButton
                    label={t("cataloguing.remove", { name })}
                    onClick={() => remove(row, place)}
                  >
                    <X />
                  </IconButton>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {isOfList ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-danger text-sm">
          <CircleAlert className="mt-px size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      ) : null}
      <div>
        <Button
          variant="secondary"
          size="sm"
          name={field}
          data-add=""
          data-invalid={isOfList ? "" : undefined}
          aria-describedby={isOfList ? `${id}-error` : undefined}
          onClick={() => insertAfter(list.length - 1)}
        >
          <Plus aria-hidden="true" />
          {add}
        </Button>
      </div>
      <LiveRegion>{said}</LiveRegion>
    </fieldset>
  );
}
