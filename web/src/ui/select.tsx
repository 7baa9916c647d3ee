import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style.ts";
import { Field } from "./field.tsx";

interface SelectProps<V extends string>
  extends Omit<
    ComponentProps<"select">,
    "className" | "id" | "children" | "value" | "onChange" | "multiple"
  > {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  hideLabel?: boolean | undefined;
  options: readonly { value: V; label: string }[];
  value: V;
  onValueChange: (value: V) => void;
}

/**
 * A choice of one from a few options. It is the browser's own select, which works best on phones and with screen
 * readers.
 */
export function Select<V extends string>({
  label,
  hint,
  error,
  optional = true,
  hideLabel,
  options,
  value,
  onValueChange,
  ...rest
}: SelectProps<V>) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(control) => (
        <div className="relative">
          <select
            {...rest}
            {...control}
            aria-required={optional ? undefined : true}
            className={`${controlStyle()} appearance-none truncate pe-9!`}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (chosen) onValueChange(chosen.value);
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
