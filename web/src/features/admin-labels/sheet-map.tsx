import type { KeyboardEvent, MouseEvent } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { capacityOf } from "./job.ts";
import type { Sheet } from "./queries.ts";

/** The measures that are drawn. */
export type Measures = Omit<Sheet, "code" | "maker" | "name">;

interface SheetMapProps {
  sheet: Measures;
  /** The first free label, from 1. */
  first: number;
  onFirst: (first: number) => void;
}

/**
 * A small drawing of a sheet, in which the first free label is chosen: with the arrow keys, Home and End, or by a press
 * on a label.
 */
export function SheetMap({ sheet, first, onFirst }: SheetMapProps) {
  const { t } = useTranslation();
  const most = capacityOf(sheet);
  const { columns } = sheet;
  const keys: Record<string, number> = {
    ArrowRight: first + 1,
    ArrowLeft: first - 1,
    ArrowDown: first + columns,
    ArrowUp: first - columns,
    Home: 1,
    End: most,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = keys[event.key];
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (wanted >= 1 && wanted <= most) onFirst(wanted);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const label = labelAt(sheet, event);
    if (label !== null) onFirst(label);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t("labels.firstFree")}
      aria-valuemin={1}
      aria-valuemax={most}
      aria-valuenow={first}
      aria-valuetext={t("labels.place", {
        number: first,
        row: Math.ceil(first / columns),
        column: ((first - 1) % columns) + 1,
      })}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="w-full max-w-56 cursor-pointer self-start rounded-chip"
    >
      <SheetDrawing sheet={sheet} first={first} />
    </div>
  );
}

/** The label at the place of a press; null beside all labels. */
function labelAt(sheet: Measures, event: MouseEvent<HTMLDivElement>): number | null {
  const frame = event.currentTarget.getBoundingClientRect();
  if (frame.width === 0 || frame.height === 0) return null;
  const x = ((event.clientX - frame.left) / frame.width) * sheet.pageWidthUm;
  const y = ((event.clientY - frame.top) / frame.height) * sheet.pageHeightUm;
  const column = Math.floor((x - sheet.marginLeftUm) / (sheet.labelWidthUm + sheet.columnGapUm));
  const row = Math.floor((y - sheet.marginTopUm) / (sheet.labelHeightUm + sheet.rowGapUm));
  const isOnSheet = column >= 0 && column < sheet.columns && row >= 0 && row < sheet.rows;
  return isOnSheet ? row * sheet.columns + column + 1 : null;
}

/** The page with its labels; those before the first free one are used. Its directions are those of the paper. */
export function SheetDrawing({ sheet, first }: { sheet: Measures; first: number }) {
  const { pageWidthUm: width, pageHeightUm: height, columns } = sheet;
  const stroke = Math.max(width, height) / 220;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="block w-full rounded-chip border border-line-strong bg-surface"
    >
      {Array.from({ length: capacityOf(sheet) }, (_, index) => {
        const number = index + 1;
        const look =
          number < first
            ? "fill-sunken stroke-line-strong"
            : number === first
              ? "fill-primary-fill stroke-primary-fill"
              : "fill-surface stroke-line-strong";
        return (
          <rect
            key={number}
            x={sheet.marginLeftUm + (index % columns) * (sheet.labelWidthUm + sheet.columnGapUm)}
            y={
              sheet.marginTopUm +
              Math.floor(index / columns) * (sheet.labelHeightUm + sheet.rowGapUm)
            }
            width={sheet.labelWidthUm}
            height={sheet.labelHeightUm}
            rx={stroke}
            strokeWidth={stroke}
            className={look}
          />
        );
      })}
    </svg>
  );
}
