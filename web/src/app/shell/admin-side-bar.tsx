import { NavLink } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Place } from "./places.ts";
import { staffPlaces } from "./staff-places.ts";

/** The links of staff beside every page below `/admin`, if the window is wide enough. */
export function AdminSideBar({ user }: { user: SignedInUser }) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t("nav.adminArea")}
      className="sticky top-16 flex max-h-[calc(100dvh-4rem)] flex-col gap-3 overflow-y-auto px-4 py-8"
    >
      {groupsOf(staffPlaces(user)).map((places) => (
        <ul
          key={places[0]?.group}
          className="flex flex-col gap-0.5 border-line not-first:border-t not-first:pt-3"
        >
          {places.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === "/admin"}
                className="flex min-h-10 items-center gap-3 rounded-control px-3 font-medium text-md text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft touch:min-h-11"
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** The links by group, both in the order of the declarations. */
function groupsOf(places: readonly Place[]): Place[][] {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    groups.set(place.group, [...(groups.get(place.group) ?? []), place]);
  }
  return [...groups.values()];
}
