import { useEffect, useMemo, useState } from "react";
import type { SignedInUser } from "@/api/shapes.ts";
import { loadMemberTexts } from "@/lib/i18n/index.ts";
import { MEMBER_TARGETS, type Place, type Target } from "./places.ts";

type PlacesOf = (user: SignedInUser) => readonly Place[];

/** The staff menu entries that a person may open, once their code is loaded. */
export function useStaffPlaces(user: SignedInUser | null): readonly Place[] {
  const [places, setPlaces] = useState<{ of: PlacesOf } | null>(null);
  const signedIn = user !== null;
  useEffect(() => {
    if (!signedIn) return;
    Promise.all([import("./staff-places.ts"), loadMemberTexts()]).then(
      ([module]) => setPlaces({ of: module.staffPlaces }),
      // Without a connection they are missing until the next sign-in or load; the menus offer to load theirs again.
      () => {},
    );
  }, [signedIn]);
  return useMemo(() => (user && places ? places.of(user) : []), [user, places]);
}

/** The targets of all menu entries that a person may open. */
export function useTargets(user: SignedInUser | null): readonly Target[] {
  const staffPlaces = useStaffPlaces(user);
  return useMemo(() => (user ? [...MEMBER_TARGETS, ...staffPlaces] : []), [user, staffPlaces]);
}
