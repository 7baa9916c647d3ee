import { Check, Minus } from "lucide-react";
import { useEffect, useRef } from "react";

interface CheckMarkProps {
  /** The accessible name; not shown. */
  label: string;
  checked: boolean;
  /** Some of several are selected. */
  mixed?: boolean;
  /** `range` is true if Shift was held. */
  onToggle: (options: { range: boolean }) => void;
}

/** A checkbox without visible words, for the rows of a table. */
export function CheckMark({ label, checked, mixed = false, onToggle }: CheckMarkProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  const Icon = mixed ? Minus : Check;
  return (
    <label className="relative grid size-6 cursor-pointer place-items-center touch:size-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => {
          // Changes by the pointer and by the space key are both click events.
          const { nativeEvent } = event;
          onToggle({ range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey });
        }}
        className="peer size-[18px] cursor-pointer appearance-none rounded-chip border border-line-strong bg-surface transition-colors checked:border-primary-fill checked:bg-primary-fill indeterminate:border-primary-fill indeterminate:bg-primary-fill hover:border-muted"
      />
      <Icon
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none invisible absolute inset-0 m-auto size-3.5 text-on-primary peer-checked:visible peer-indeterminate:visible forced-colors:text-[CanvasText]"
      />
    </label>
  );
}
