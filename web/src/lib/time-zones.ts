/** The zones that the browser lists, with `UTC` first, which some browsers omit. */
export function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}

/**
 * Whether a text is the name of a zone that the browser knows, without regard to case. It knows more names than it
 * lists: of `Asia/Calcutta` and `Asia/Kolkata` it lists only one.
 */
export function isTimeZone(name: string): boolean {
  // An offset such as `+02:00` is not a zone.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
