import { may } from "@/api/permissions.ts";
import type { SignedInUser } from "@/api/shapes.ts";
import { STAFF_SCREENS } from "@/lib/screens/staff.ts";
import type { Screen } from "../screen-routes.ts";
import { type Place, placesOf } from "./places.ts";
import { STAFF_ICONS } from "./staff-icons.ts";

/** The entries of the Admin menu that the person may open. */
export function staffPlaces(user: SignedInUser): readonly Place[] {
  return placesOf<keyof typeof STAFF_ICONS>(
    STAFF_SCREENS.filter(({ access }: Screen) =>
      typeof access === "string" ? true : access.some((permission) => may(user, permission)),
    ),
    STAFF_ICONS,
  );
}
