import { type ComponentProps, useMemo } from "react";
import { Select } from "./select.tsx";

interface CurrencySelectProps
  extends Omit<ComponentProps<typeof Select<string>>, "options" | "optional"> {
  /** The codes (ISO 4217) to choose from. */
  codes: readonly string[];
}

/** A choice of the currency in which amounts are written, by name. */
export function CurrencySelect({ codes, ...rest }: CurrencySelectProps) {
  const options = useMemo(() => {
    const names = new Intl.DisplayNames("en-US", { type: "currency" });
    return codes
      .map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
      .toSorted((a, b) => a.label.localeCompare(b.label, "en-US"));
  }, [codes]);
  return <Select {...rest} optional={false} options={options} />;
}
