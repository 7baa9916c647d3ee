import type { ComponentProps } from "react";
import { controlStyle } from "./control-style.ts";
import { Field } from "./field.tsx";

interface FieldTexts {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  hideLabel?: boolean | undefined;
}

type TextInputProps = FieldTexts &
  Omit<ComponentProps<"input">, "className" | "id" | "size"> & {
    size?: "line" | "tall";
    /** For a filter: neither announced as required nor marked as optional. */
    unmarked?: boolean | undefined;
  };

/** One line of text with its label, hint and error. Takes `text(...)` of a form directly. */
export function TextInput({
  label,
  hint,
  error,
  optional,
  hideLabel,
  type = "text",
  size,
  unmarked,
  ...rest
}: TextInputProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel }} unmarked={unmarked || rest.readOnly}>
      {(control) => (
        <input
          dir="auto"
          {...rest}
          {...control}
          type={type}
          className={controlStyle({ shape: size })}
        />
      )}
    </Field>
  );
}

type TextAreaProps = FieldTexts & Omit<ComponentProps<"textarea">, "className" | "id">;

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, hideLabel, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel }}>
      {(control) => (
        <textarea
          dir="auto"
          rows={4}
          {...rest}
          {...control}
          className={controlStyle({ shape: "area" })}
        />
      )}
    </Field>
  );
}
