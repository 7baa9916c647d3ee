import { Select } from "./select.tsx";

/** A kind in the list of choices. */
interface Kind {
  code: string;
  name: string;
  archived: boolean;
}

interface KindSelectProps {
  label: string;
  /** The label of the empty choice. */
  none: string;
  name: string;
  /** Undefined while loading. */
  kinds: readonly Kind[] | undefined;
  value: string;
  onValueChange: (code: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  hideLabel?: boolean;
}

/** A select for a patron category or an item type. Hidden if the library has none. */
export function KindSelect({ kinds, none, value, ...rest }: KindSelectProps) {
  // Archived kinds are no longer offered, but a current value stays.
  const offered = kinds?.filter(({ code, archived }) => !archived || code === value) ?? [];
  if (offered.length === 0) return null;
  return (
    <Select
      {...rest}
      value={value}
      options={[
        { value: "", label: none },
        ...offered.map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
  );
}
