/** The state of a navigation to the login that comes back to a page afterwards. */
export interface Returning {
  /** Path, query and fragment. */
  returnTo: string;
  /** The person who was on the page when the session ended; absent for a visitor. */
  returnFor?: string;
}

/** A page of the app: `//` would begin the name of another server, and browsers read `\` as `/`. */
const OWN_PAGE = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The state of a navigation to the login that comes back to this page afterwards. */
export function returningTo(path: string, personId?: string): Returning {
  return personId === undefined ? { returnTo: path } : { returnTo: path, returnFor: personId };
}

/** The state that the links between the login and its neighbours pass on; null when no page waits. */
export function returningOf(state: unknown): Returning | null {
  if (state === null || typeof state !== "object" || !("returnTo" in state)) return null;
  const { returnTo } = state;
  if (typeof returnTo !== "string" || !OWN_PAGE.test(returnTo)) return null;
  const personId = "returnFor" in state ? state.returnFor : undefined;
  return returningTo(returnTo, typeof personId === "string" ? personId : undefined);
}

/**
 * Where the sign-in of a person leads: to the page that asked for it, otherwise to the dashboard. A page on which the
 * session of another person ended stays closed: its address may name a book or a person.
 */
export function pathAfterSignIn(state: unknown, personId: string | undefined): string {
  const returning = returningOf(state);
  if (!returning) return "/dashboard";
  const { returnTo, returnFor } = returning;
  return returnFor === undefined || returnFor === personId ? returnTo : "/dashboard";
}
