import { Check, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "className" | "id" | "type"> {
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A checkbox with a sentence as its label. */
export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const id = useId();
  const described = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label
        htmlFor={id}
        className="flex min-h-6 items-start gap-2.5 text-md touch:min-h-11 touch:items-center"
      >
        <span className="relative mt-0.5 inline-grid size-[18px] shrink-0 touch:mt-0">
          <input
            {...rest}
            id={id}
            type="checkbox"
            aria-describedby={described || undefined}
            aria-invalid={error ? true : undefined}
            className="peer size-[18px] appearance-none rounded-chip border border-line-strong bg-surface transition-colors checked:border-primary-fill checked:bg-primary-fill hover:border-muted aria-invalid:border-danger"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none invisible absolute inset-0 m-auto size-3.5 text-on-primary peer-checked:visible forced-colors:text-[CanvasText]"
          />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
      {error ? (
        <p id={`${id}-error`} className="ms-7 flex items-start gap-1.5 text-danger text-sm">
          <CircleAlert className="mt-px size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="ms-7 text-sm text-subtle">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
