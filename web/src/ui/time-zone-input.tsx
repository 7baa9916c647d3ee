import type { ComponentProps } from "react";
import { isTimeZone, timeZones } from "@/lib/time-zones.ts";
import { SuggestInput } from "./suggest-input.tsx";

/** The number of suggested zones; more characters find the others. */
const MOST = 6;

/** The zones whose name contains a text in lower case; those with a part that begins with it are first. */
function zonesWith(typed: string): string[] {
  const found = timeZones().filter((zone) => zone.toLowerCase().includes(typed));
  const begins = (zone: string) => `/${zone.toLowerCase()}`.includes(`/${typed}`);
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))];
}

type TimeZoneInputProps = Pick<
  ComponentProps<typeof SuggestInput>,
  "label" | "hint" | "error" | "name" | "size" | "value" | "onBlur" | "announce"
> & { onChange: (event: { target: { value: string } }) => void };

/** An input for a time zone by its IANA name, with suggestions for any part of it. Takes `text(...)` of a form. */
export function TimeZoneInput({ onChange, ...rest }: TimeZoneInputProps) {
  // Names of cities have underscores in place of spaces.
  const typed = rest.value.trim().toLowerCase().replaceAll(" ", "_");
  return (
    <SuggestInput
      {...rest}
      required
      selectsFirst
      spellCheck={false}
      suggestions={typed === "" || isTimeZone(rest.value) ? [] : zonesWith(typed).slice(0, MOST)}
      onValue={(value) => onChange({ target: { value } })}
    />
  );
}
