import type { Translate } from "@/lib/i18n/index.ts";

/** The roles that have a name in every language of the product, the most common ones first. The server has others, too. */
export const ROLES = [
  "author",
  "editor",
  "translator",
  "illustrator",
  "narrator",
  "composer",
  "photographer",
  "director",
  "contributor",
  "compiler",
  "issuing body",
  "publisher",
  "abridger",
  "actor",
  "adapter",
  "annotator",
  "arranger",
  "artist",
  "author of afterword",
  "author of introduction",
  "book designer",
  "cartographer",
  "commentator",
  "conductor",
  "cover designer",
  "curator",
  "degree granting institution",
  "engraver",
  "film director",
  "host institution",
  "interviewee",
  "interviewer",
  "librettist",
  "lyricist",
  "musician",
  "performer",
  "printer",
  "producer",
  "researcher",
  "reviewer",
  "screenwriter",
  "singer",
  "sponsor",
  "thesis advisor",
  "writer of introduction",
  "writer of preface",
] as const;

/** The name of what a contributor did; a role that has none is shown as it is. Needs the texts `record`. */
export function roleName(role: string, t: Translate): string {
  const known = ROLES.find((one) => one === role);
  return known === undefined ? role : t(`record.roles.${known}`);
}

/** The role that is stored for a typed name; any other text as it is, so that typing can go on after it. */
export function storedRole(typed: string, t: Translate): string {
  const wanted = typed.toLocaleLowerCase();
  return ROLES.find((one) => roleName(one, t).toLocaleLowerCase() === wanted) ?? typed;
}
