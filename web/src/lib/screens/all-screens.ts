import type { Declaration, Viewer } from "./declaration.ts";
import { MEMBER_SCREENS } from "./members.ts";
import { PUBLIC_SCREENS } from "./public.ts";
import { STAFF_SCREENS } from "./staff.ts";

/** All screens, for tests and checks. The app imports the single lists, of which visitors fetch only two. */
export const ALL_SCREENS: readonly Declaration[] = [
  ...PUBLIC_SCREENS,
  ...MEMBER_SCREENS,
  ...STAFF_SCREENS,
];

export interface Example {
  address: string;
  viewer: Viewer;
}

/** The addresses of a screen that tests open, with these ids filled in. */
export function examplesOf(
  screen: Declaration,
  ids: { book: string; user: string; import: string },
): Example[] {
  const examples = screen.examples ?? [[screen.path, firstViewer(screen)] as const];
  return examples.map(([address, viewer]) => ({
    address: address
      .replace(":book", ids.book)
      .replace(":user", ids.user)
      .replace(":import", ids.import),
    viewer,
  }));
}

function firstViewer({ access }: Declaration): Viewer {
  if (typeof access !== "string") return "administrator";
  return access === "members" || access === "readers" ? "student" : "visitor";
}
