const KEPT = /^\/confirm-email#token=[\w-]+$/;

/** The state of a navigation to the login that comes back to this path afterwards. */
export function returningTo(path: string): { returnTo: string } {
  return { returnTo: path };
}

/** Where a sign-in leads: the dashboard, or the path that the navigation to the login has named. */
export function pathAfterSignIn(state: unknown): string {
  const returnTo =
    state !== null && typeof state === "object" && "returnTo" in state && state.returnTo;
  return typeof returnTo === "string" && KEPT.test(returnTo) ? returnTo : "/dashboard";
}
