/** The separator of subdivisions in stored headings. */
const STORED = / -- /g;
const SHOWN = / [-–—]{1,2} /g;

/** A heading of a subject as it is shown: `Bees – Behavior` for `Bees -- Behavior`. */
export function shownHeading(heading: string): string {
  return heading.replace(STORED, " – ");
}

/** The heading that is stored for a typed one. */
export function storedHeading(typed: string): string {
  return typed.trim().replace(SHOWN, " -- ");
}
