import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

/** The attributes that a field passes to its control. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: string;
  /** Shown below the control; must not be the only place of necessary information. */
  hint?: string | undefined;
  /** Why the value is invalid. */
  error?: string | undefined;
  /** Marks the field beside its label. Fields are required by default. */
  optional?: boolean | undefined;
  /** Neither announced as required nor marked as optional, for a filter or a value to read or copy. */
  unmarked?: boolean | undefined;
  /** Shows the label only to screen readers, for search boxes and similar fields. */
  hideLabel?: boolean | undefined;
  /** The id of another element that describes the control, such as a list of rules. */
  describedBy?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control, a hint and an error, connected for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  unmarked,
  hideLabel,
  describedBy,
  children,
}: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error ? errorId : "", hint ? hintId : "", describedBy]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-medium text-ink text-md"}>
        {label}{" "}
        {optional && !unmarked ? (
          <span className="ms-1 whitespace-nowrap font-normal text-sm text-subtle">
            {t("common.optional")}
          </span>
        ) : null}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": optional || unmarked ? undefined : true,
      })}
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-danger text-sm">
          <CircleAlert className="mt-px size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-sm text-subtle">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
