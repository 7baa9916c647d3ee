import { TextInput } from "@/ui/text-input.tsx";

interface LengthInputProps {
  label: string;
  hint: string;
  name: string;
  value: number | null;
  error: string | undefined;
  onValueChange: (value: number | null) => void;
  onBlur: () => void;
}

/** A whole number in a plain text field. With `NumberField`, the set-up page would load 50 % more code. */
export function LengthInput({ value, onValueChange, ...rest }: LengthInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={value === null ? "" : String(value)}
      onChange={({ target }) => {
        const digits = target.value.replace(/\D/g, "").slice(0, 4);
        onValueChange(digits === "" ? null : Number(digits));
      }}
    />
  );
}
