import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { loadShortcutTexts } from "@/lib/i18n/index.ts";
import {
  type Bindings,
  enableShortcuts,
  listenForSearchKey,
  listenForShortcuts,
  onShortcutsChange,
  screenShortcuts,
  shortcutsEnabled,
} from "@/lib/shortcuts.ts";
import { onDemand } from "@/ui/on-demand.tsx";
import type { Shortcut } from "@/ui/shortcut-sheet.tsx";
import { searchPanel, shortcutSheet } from "./overlays.ts";
import { useTargets } from "./use-places.ts";

const ShortcutSheet = onDemand(async () => {
  const sheet = import("@/ui/shortcut-sheet.tsx");
  return (await Promise.all([sheet, loadShortcutTexts()]))[0].default;
});

const SEARCH_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["/"], label: "shortcuts.search" },
  { keys: ["Ctrl K"], label: "shortcuts.searchAnywhere" },
];

/** The shortcuts that work on every page, and the sheet that lists them. */
export function ShortcutKeys({ user }: { user: SignedInUser | null }) {
  const navigate = useNavigate();
  const open = useSyncExternalStore(shortcutSheet.subscribe, shortcutSheet.isOpen);
  const enabled = useSyncExternalStore(onShortcutsChange, shortcutsEnabled);
  const places = useTargets(user);

  const bindings: Bindings = useMemo(() => {
    const focusSearch = () => {
      const box = document.querySelector<HTMLInputElement>("[data-search=main]");
      // On a page with its own search, focuses that.
      if (box) box.focus();
      else if (user) searchPanel.open();
    };
    return new Map<string, () => void>([
      ["/", focusSearch],
      ["?", shortcutSheet.open],
      ...places.map(({ key, to }) => [`g ${key}`, () => void navigate(to)] as const),
    ]);
  }, [places, user, navigate]);

  // Set before the screen is painted, so that no key is lost.
  const current = useRef(bindings);
  useLayoutEffect(() => {
    current.current = bindings;
  }, [bindings]);
  useLayoutEffect(() => listenForShortcuts(() => current.current), []);

  const signedIn = user !== null;
  useLayoutEffect(() => (signedIn ? listenForSearchKey(searchPanel.open) : undefined), [signedIn]);

  if (!open) return null;
  return (
    <ShortcutSheet
      open
      onOpenChange={shortcutSheet.close}
      enabled={enabled}
      onEnabledChange={enableShortcuts}
      shortcuts={[
        ...(user ? SEARCH_SHORTCUTS : []),
        ...screenShortcuts().map(({ key, label }) => ({ keys: [key], label })),
        { keys: ["?"], label: "shortcuts.help" },
        { keys: ["Esc"], label: "shortcuts.close" },
        { keys: ["F6"], label: "shortcuts.notifications" },
        ...places.map(({ key, shortcut }) => ({ keys: ["g", key], label: shortcut })),
      ]}
    />
  );
}
