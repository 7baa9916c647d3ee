/** The state of a navigation to the login, with the page to open after the sign-in. */
export interface Returning {
  /** Path, query and fragment. */
  returnTo: string;
  /** The person who was on the page when the session ended; absent for a visitor. */
  returnFor?: string;
}

/** A page of the app: `//` would start the name of another server, and browsers treat `\` like `/`. */
const OWN_PAGE = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The state of a navigation to the login that opens this page after the sign-in. */
export function returningTo(path: string, personId?: string): Returning {
  return personId === undefined ? { returnTo: path } : { returnTo: path, returnFor: personId };
}

/** The state that links between the login and the registration pass on; null when there is none. */
export function returningOf(state: unknown): Returning | null {
  if (state === null || typeof state !== "object" || !("returnTo" in state)) return null;
  const { returnTo } = state;
  if (typeof returnTo !== "string" || !OWN_PAGE.test(returnTo)) return null;
  const personId = "returnFor" in state ? state.returnFor : undefined;
  return returningTo(returnTo, typeof personId === "string" ? personId : undefined);
}

/**
 * The page to open after a sign-in: the one that required it, otherwise the dashboard. A page on which the session of
 * another person ended is not opened, because its address may identify a book or a person.
 */
export function pathAfterSignIn(state: unknown, personId: string | undefined): string {
  const returning = returningOf(state);
  if (!returning) return "/dashboard";
  const { returnTo, returnFor } = returning;
  return returnFor === undefined || returnFor === personId ? returnTo : "/dashboard";
}
