import type { ReactNode } from "react";

interface ScrubberProps {
  /** The name of the chart, for screen readers. */
  label: string;
  /** The number of places. */
  count: number;
  picked: number;
  onPick: (place: number) => void;
  /** The text of the chart at the selected place. */
  value: string;
  children: ReactNode;
}

/**
 * A chart with a selected place, which a tap, a drag or the arrow keys move. It is a transparent native slider above
 * the drawing, so that all kinds of input work.
 */
export function Scrubber({ label, count, picked, onPick, value, children }: ScrubberProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p aria-hidden="true" className="tabular min-h-5 font-medium text-md">
        {value}
      </p>
      <div className="relative rounded-control outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-primary">
        {children}
        <input
          type="range"
          data-print="none"
          className="absolute inset-0 m-0 size-full cursor-pointer touch-pan-y opacity-0"
          aria-label={label}
          aria-valuetext={value}
          min={0}
          max={count - 1}
          value={picked}
          onChange={(event) => onPick(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  );
}
