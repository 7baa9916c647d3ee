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

/** A whole number in a plain field: the one with steps would add half as much again to the first page of a library. */
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
