import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { WEEKDAYS, type Weekday } from "@/lib/weekdays.ts";
import { Checkbox } from "./checkbox.tsx";

interface WeekdayBoxesProps {
  legend: string;
  hint?: string;
  error?: string | undefined;
  name: string;
  chosen: readonly Weekday[];
  onChange: (chosen: Weekday[]) => void;
}

/** Checkboxes for the days of the week. */
export function WeekdayBoxes({ legend, hint, error, name, chosen, onChange }: WeekdayBoxesProps) {
  const format = useFormat();
  const id = useId();
  const described = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <fieldset aria-describedby={described || undefined} className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-md">{legend}</legend>
      <div className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {WEEKDAYS.map((weekday) => (
          <Checkbox
            key={weekday}
            label={format.weekday(weekday, "long")}
            name={name}
            checked={chosen.includes(weekday)}
            onChange={({ target }) =>
              onChange(
                WEEKDAYS.filter((one) => (one === weekday ? target.checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-danger text-sm">
          <CircleAlert className="mt-px size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-subtle">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
