import { lazy, Suspense } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { loadMemberTexts } from "@/lib/i18n/index.ts";
import { RouteAnnouncer, SkipLink } from "@/ui/announce.tsx";
import { BottomTabs } from "./bottom-tabs.tsx";
import { Footer } from "./footer.tsx";
import { ShortcutKeys } from "./shortcut-keys.tsx";
import { TopBar } from "./top-bar.tsx";

// Only for those who are signed in, so visitors don't fetch it.
const Notices = lazy(
  async () => (await Promise.all([import("./notices.tsx"), loadMemberTexts()]))[0],
);

const CONTENT_ID = "content";

/** The frame of every screen: bar, footer, tabs on phones, and shortcuts. */
export function Shell() {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink target={CONTENT_ID} />
      <NavigationLine active={navigation.state === "loading"} />
      <TopBar user={user} />
      <main id={CONTENT_ID} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {user ? (
          <Suspense fallback={null}>
            <Notices user={user} />
          </Suspense>
        ) : null}
        <Outlet />
      </main>
      <Footer user={user} />
      {user ? <BottomTabs /> : null}
      <ShortcutKeys user={user} />
      <RouteAnnouncer path={pathname} />
      <ScrollRestoration />
    </div>
  );
}

/** A line at the top while the code of the next screen is loading. */
function NavigationLine({ active }: { active: boolean }) {
  if (!active) return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-60 h-0.5 animate-appear bg-primary-fill"
    />
  );
}
