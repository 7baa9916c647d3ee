import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { loadShortcutTexts } from "@/lib/i18n/index.ts";
import {
  type Bindings,
  enableShortcuts,
  listenForSearchKey,
  listenForShortcuts,
  onShortcutsChange,
  shortcutsEnabled,
} from "@/lib/shortcuts.ts";
import type { Shortcut } from "@/ui/shortcut-sheet.tsx";
import { searchPanel, shortcutSheet } from "./overlays.ts";
import {
  FAVORITES_PLACE,
  MEMBER_PLACES,
  type Place,
  PROFILE_PLACE,
  staffPlaces,
} from "./places.ts";

const ShortcutSheet = lazy(
  async () => (await Promise.all([import("@/ui/shortcut-sheet.tsx"), loadShortcutTexts()]))[0],
);

const SEARCH_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["/"], label: "shortcuts.search" },
  { keys: ["Ctrl K"], label: "shortcuts.searchAnywhere" },
];

function placesOf(user: SignedInUser | null): readonly Place[] {
  if (!user) return [];
  const places = [...MEMBER_PLACES, FAVORITES_PLACE, PROFILE_PLACE];
  return [...places, ...staffPlaces(user)];
}

/** The shortcuts that work on every page, and the sheet that lists them. */
export function ShortcutKeys({ user }: { user: SignedInUser | null }) {
  const navigate = useNavigate();
  const open = useSyncExternalStore(shortcutSheet.subscribe, shortcutSheet.isOpen);
  const enabled = useSyncExternalStore(onShortcutsChange, shortcutsEnabled);
  const places = useMemo(() => placesOf(user), [user]);

  const bindings: Bindings = useMemo(() => {
    const focusSearch = () => {
      const box = document.querySelector<HTMLInputElement>("[data-search=main]");
      // A page with a search of its own has it at hand.
      if (box) box.focus();
      else if (user) searchPanel.open();
    };
    return new Map<string, () => void>([
      ["/", focusSearch],
      ["?", shortcutSheet.open],
      ...places.map(({ key, to }) => [`g ${key}`, () => void navigate(to)] as const),
    ]);
  }, [places, user, navigate]);

  // Before the screen is shown, so that no key pressed at the sight of it is lost.
  const current = useRef(bindings);
  useLayoutEffect(() => {
    current.current = bindings;
  }, [bindings]);
  useLayoutEffect(() => listenForShortcuts(() => current.current), []);

  const signedIn = user !== null;
  useLayoutEffect(() => (signedIn ? listenForSearchKey(searchPanel.open) : undefined), [signedIn]);

  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutSheet
        open
        onOpenChange={shortcutSheet.close}
        enabled={enabled}
        onEnabledChange={enableShortcuts}
        shortcuts={[
          ...(user ? SEARCH_SHORTCUTS : []),
          { keys: ["?"], label: "shortcuts.help" },
          { keys: ["Esc"], label: "shortcuts.close" },
          { keys: ["F6"], label: "shortcuts.notifications" },
          ...places.map(({ key, shortcut }) => ({ keys: ["g", key], label: shortcut })),
        ]}
      />
    </Suspense>
  );
}
