/** The state of a navigation away from a page that the person's role does not open. */
export function refusedPage(path: string): { refusedPage: string } {
  return { refusedPage: path };
}

/** The path of the page that was refused before this one; null when none was. */
export function refusedPageOf(state: unknown): string | null {
  const path =
    state !== null && typeof state === "object" && "refusedPage" in state && state.refusedPage;
  return typeof path === "string" ? path : null;
}
