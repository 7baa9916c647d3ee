import { MEMBER_SCREENS } from "@/lib/screens/members.ts";
import { MEMBER_ICONS } from "./member-icons.ts";
import { type Place, placesOf } from "./places.ts";

/** The menu entries for everybody who is signed in. Visitors do not fetch their icons. */
export const MEMBER_PLACES: readonly Place[] = placesOf<keyof typeof MEMBER_ICONS>(
  MEMBER_SCREENS,
  MEMBER_ICONS,
);

/** Those in the menu under the person's name. */
export const OWN_PLACES = MEMBER_PLACES.filter(({ group }) => group === "own");
