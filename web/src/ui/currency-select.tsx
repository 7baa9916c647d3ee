import { type ComponentProps, useMemo } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { Select } from "./select.tsx";

interface CurrencySelectProps
  extends Omit<ComponentProps<typeof Select<string>>, "options" | "optional"> {
  /** The codes (ISO 4217) to choose from. */
  codes: readonly string[];
}

/** A select for a currency, by name. */
export function CurrencySelect({ codes, ...rest }: CurrencySelectProps) {
  const format = useFormat();
  const options = useMemo(() => {
    return codes
      .map((code) => ({ value: code, label: `${format.currencyName(code)} (${code})` }))
      .toSorted((a, b) => format.compare(a.label, b.label));
  }, [codes, format]);
  return <Select {...rest} optional={false} options={options} />;
}
