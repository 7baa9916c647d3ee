/** The zones that the browser offers, `UTC` first: some browsers leave it out. */
export function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}

/**
 * Whether a text names a zone that the browser knows, without regard to case. It knows more names than it offers:
 * of `Asia/Calcutta` and `Asia/Kolkata` it offers only one.
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
