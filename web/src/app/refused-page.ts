/** The state of a redirect from a page that the person's role may not open. */
export function refusedPage(path: string): { refusedPage: string } {
  return { refusedPage: path };
}

/** The path of the page from which this one is a redirect; null when there is none. */
export function refusedPageOf(state: unknown): string | null {
  const path =
    state !== null && typeof state === "object" && "refusedPage" in state && state.refusedPage;
  return typeof path === "string" ? path : null;
}
