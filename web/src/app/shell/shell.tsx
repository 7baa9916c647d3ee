import { useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { whenActed } from "@/lib/first-act.ts";
import { loadMemberTexts } from "@/lib/i18n/index.ts";
import { RouteAnnouncer, SkipLink } from "@/ui/announce.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { prefetchOnIntent } from "../prefetch.ts";
import { Footer } from "./footer.tsx";
import { ShortcutKeys } from "./shortcut-keys.tsx";
import { TopBar } from "./top-bar.tsx";

// Only for signed-in people, so visitors do not fetch them.
const BottomTabs = onDemand(
  async () => (await Promise.all([import("./bottom-tabs.tsx"), loadMemberTexts()]))[0].BottomTabs,
);
const AdminSideBar = onDemand(
  async () =>
    (await Promise.all([import("./admin-side-bar.tsx"), loadMemberTexts()]))[0].AdminSideBar,
);
const Notices = onDemand(
  async () => (await Promise.all([import("./notices.tsx"), loadMemberTexts()]))[0].default,
);

const CONTENT_ID = "content";

/** The frame of every screen: bar, footer, tabs on phones, and shortcuts. */
export function Shell() {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  useEffect(() => prefetchOnIntent(), []);
  useKeptFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink target={CONTENT_ID} />
      <NavigationLine active={navigation.state === "loading"} />
      <TopBar user={user} />
      <div className="flex flex-1">
        {user && pathname.startsWith("/admin") ? (
          <div data-print="none" className="hidden w-58 shrink-0 border-line border-e xl:block">
            <AdminSideBar user={user} />
          </div>
        ) : null}
        {/* While the content loads, the footer stays below the window. */}
        <main
          id={CONTENT_ID}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col outline-none has-[[data-loading]]:min-h-dvh"
        >
          {user ? <Notices user={user} /> : null}
          <Outlet />
        </main>
      </div>
      <Footer user={user} />
      {user ? <BottomTabs user={user} /> : null}
      <ShortcutKeys user={user} />
      <RouteAnnouncer path={pathname} />
      <ScrollRestoration />
    </div>
  );
}

/** Watches the focus from the first use of the page on. */
function useKeptFocus(): void {
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    const cancel = whenActed(() => {
      import("./lost-focus.ts").then(
        ({ keepFocus }) => {
          if (!isOver) stop = keepFocus();
        },
        // Without a connection, the browser keeps the focus as well as it can.
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      cancel();
      stop();
    };
  }, []);
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
