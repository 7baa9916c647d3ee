import { type ComponentProps, useId, useMemo } from "react";
import { timeZones } from "@/lib/time-zones.ts";
import { TextInput } from "./text-input.tsx";

/** An input for a time zone by its IANA name, with suggestions for any part of it. Takes `text(...)` of a form. */
export function TimeZoneInput(props: Omit<ComponentProps<typeof TextInput>, "list" | "type">) {
  const listId = useId();
  const zones = useMemo(() => timeZones(), []);
  return (
    <>
      <TextInput
        {...props}
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
