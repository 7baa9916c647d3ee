import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { useLanguage, useTranslation } from "@/lib/i18n/index.ts";
import { controlStyle } from "./control-style.ts";
import { Field } from "./field.tsx";

interface NumberFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  value: number | null;
  onValueChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  name?: string;
  onBlur?: (() => void) | undefined;
  /** The format of the number while the field is not being edited. */
  format?: Intl.NumberFormatOptions;
}

const STEPPER =
  "grid w-9 shrink-0 place-items-center text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-45 touch:w-11 [&_svg]:size-4";

/**
 * A number that can be typed or stepped. Steps stay in the range. A typed number may be out of range, and the field may
 * be empty; the form then shows an error.
 */
export function NumberField({
  label,
  hint,
  error,
  optional,
  min,
  max,
  onValueChange,
  onBlur,
  format = { useGrouping: false },
  ...rest
}: NumberFieldProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <Field {...{ label, hint, error, optional }}>
      {({ id, ...control }) => (
        // Without the limits of Base UI: with them it would drop the minus sign but keep the digits, and Home and End
        // would set the limits as values.
        <Base.Root
          {...rest}
          id={id}
          format={format}
          locale={locale}
          onValueChange={(value, { reason }) =>
            onValueChange(reason.startsWith("input-") ? value : within(value, min, max))
          }
        >
          <Base.Group
            className={`${controlStyle()} flex overflow-hidden px-0! focus-within:border-primary focus-within:outline-2 focus-within:outline-primary ${error ? "border-danger" : ""}`}
          >
            <Base.Decrement
              className={STEPPER}
              aria-label={t("common.decrease")}
              disabled={isReached(min, rest.value, -1)}
            >
              <Minus aria-hidden="true" />
            </Base.Decrement>
            <Base.Input
              {...control}
              aria-roledescription={t("common.numberField")}
              inputMode={min !== undefined && min >= 0 ? "decimal" : undefined}
              onBlur={onBlur}
              onChange={({ target }) => {
                // A text without a digit, such as a minus sign, is not a number yet.
                if (!/\d/.test(target.value)) onValueChange(null);
              }}
              className="tabular w-full min-w-0 flex-1 border-line border-x bg-transparent text-center outline-none"
            />
            <Base.Increment
              className={STEPPER}
              aria-label={t("common.increase")}
              disabled={isReached(max, rest.value, 1)}
            >
              <Plus aria-hidden="true" />
            </Base.Increment>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  );
}

function within(value: number | null, min = -Infinity, max = Infinity): number | null {
  return value === null ? null : Math.min(Math.max(value, min), max);
}

/** Whether a step in this direction would pass the limit. */
function isReached(limit: number | undefined, value: number | null, direction: 1 | -1): boolean {
  return limit !== undefined && value !== null && value * direction >= limit * direction;
}
