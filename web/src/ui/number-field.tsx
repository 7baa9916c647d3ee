import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
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
  /** How the number is written while the field is not being edited. */
  format?: Intl.NumberFormatOptions;
}

const STEPPER =
  "grid w-9 shrink-0 place-items-center text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-45 touch:w-11 [&_svg]:size-4";

/** A number that can be typed or stepped. */
export function NumberField({
  label,
  hint,
  error,
  optional,
  format = { useGrouping: false },
  ...rest
}: NumberFieldProps) {
  const { t } = useTranslation();
  return (
    <Field {...{ label, hint, error, optional }}>
      {({ id, ...control }) => (
        <Base.Root {...rest} id={id} format={format} locale="en-US">
          <Base.Group
            className={`${controlStyle()} flex overflow-hidden px-0! focus-within:border-primary focus-within:outline-2 focus-within:outline-primary ${error ? "border-danger" : ""}`}
          >
            <Base.Decrement className={STEPPER} aria-label={t("common.decrease")}>
              <Minus aria-hidden="true" />
            </Base.Decrement>
            <Base.Input
              {...control}
              className="tabular w-full min-w-0 flex-1 border-line border-x bg-transparent text-center outline-none"
            />
            <Base.Increment className={STEPPER} aria-label={t("common.increase")}>
              <Plus aria-hidden="true" />
            </Base.Increment>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  );
}
