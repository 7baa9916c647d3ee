import { type ComponentProps, useId, useMemo } from "react";
import { TextInput } from "./text-input.tsx";

/** A time zone by its IANA name, found by typing any part of it. Takes `text(...)` of a form. */
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

/** The zones that the browser knows, `UTC` first: some browsers leave it out. */
function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}
