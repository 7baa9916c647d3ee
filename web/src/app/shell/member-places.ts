import { MEMBER_SCREENS } from "@/lib/screens/members.ts";
import { MEMBER_ICONS } from "./member-icons.ts";
import { type Place, placesOf } from "./places.ts";

/** The menu entries for all signed-in people. Visitors do not fetch their icons. */
export const MEMBER_PLACES: readonly Place[] = placesOf<keyof typeof MEMBER_ICONS>(
  MEMBER_SCREENS,
  MEMBER_ICONS,
);

/** The entries in the menu under the person's name. */
export const OWN_PLACES = MEMBER_PLACES.filter(({ group }) => group === "own");
