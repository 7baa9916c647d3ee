import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { type DataRouter, Outlet, type RouteObject } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SignedInUser } from "@/api/shapes.ts";
import { ALL_SCREENS } from "@/lib/screens/all-screens.ts";
import type { Declaration } from "@/lib/screens/declaration.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { anAdmin, anAssistant, aUser } from "@/test/fixtures/people.ts";
import { withRole } from "@/test/fixtures/roles.ts";
import { allRoutes, renderApp, screenPaths } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

type Who = "visitor" | "student" | "admin" | "assistant" | "librarian";

const STAYS = "stays";

const WHO: readonly Who[] = ["visitor", "student", "admin", "assistant", "librarian"];

/** The path on which a person ends after opening a screen. */
function endOf({ access }: Declaration, who: Who): string {
  const isVisitor = who === "visitor";
  if (access === "everyone") return STAYS;
  if (access === "visitors" || access === "home") return isVisitor ? STAYS : "/dashboard";
  if (isVisitor) return "/login";
  if (access === "members" || access === "readers") return STAYS;
  const held: readonly string[] = withRole(who).permissions;
  return access.some((permission) => held.includes(permission)) ? STAYS : "/dashboard";
}

const MEMBERS = ["student", "assistant", "librarian", "admin"];

/** The people who may open each screen, from the route table of the specification and the roles of the library. */
const SPECIFIED: Record<string, readonly string[]> = {
  "/": ["visitor"],
  "/login": ["visitor"],
  "/register": ["visitor"],
  "/dashboard": MEMBERS,
  "/books": MEMBERS,
  "/books/:id": MEMBERS,
  "/my-borrowings": MEMBERS,
  "/my-history": MEMBERS,
  "/profile": MEMBERS,
  "/admin": ["librarian", "admin"],
  "/admin/books": ["librarian", "admin"],
  "/admin/users": ["assistant", "librarian", "admin"],
  "/admin/borrowings": ["assistant", "librarian", "admin"],
  "/admin/audit": ["admin"],
  "/admin/settings": ["admin"],
  "/admin/settings/library": ["admin"],
  "/admin/settings/security": ["admin"],
  "/admin/settings/roles": ["admin"],
};

/** The real routes with a heading instead of each screen. */
function withoutScreens(table: readonly RouteObject[]): RouteObject[] {
  return table.map(({ lazy, children, ...route }) => {
    const bare = { ...route } as RouteObject;
    if (lazy) bare.Component = children ? Outlet : () => <h1>{`screen ${route.path}`}</h1>;
    if (children) bare.children = withoutScreens(children);
    return bare;
  });
}

function enter(who: Who): void {
  if (who === "student") signedInAs(aUser());
  if (who === "admin") signedInAs(anAdmin());
  if (who === "assistant") signedInAs(anAssistant());
  if (who === "librarian") signedInAs(aUser(withRole("librarian")));
}

it("every declared screen has a route, and every route a declaration", () => {
  const declared = [...ALL_SCREENS.map(({ path }) => path), "/dev/kit"];
  expect(screenPaths().toSorted()).toEqual(declared.toSorted());
});

it.each(Object.entries(SPECIFIED))(
  "%s is open to the people that the specification names",
  (path, who) => {
    const screen = ALL_SCREENS.find((one) => one.path === path);
    if (!screen) throw new Error(`no screen has the path ${path}`);
    const open = WHO.filter((one) => endOf(screen, one) === STAYS);
    expect(open.toSorted()).toEqual(who.toSorted());
  },
);

const table = withoutScreens(allRoutes);
const address = (path: string) => path.replace(":id", "book-1").replace("*", "/no/such/page");

describe.each(ALL_SCREENS.map((screen) => [screen.path, screen] as const))(
  "%s",
  (path, declared) => {
    it.each(WHO.map((who) => [who, endOf(declared, who)] as const))(
      "for a %s: %s",
      async (who, end) => {
        enter(who);
        const { router } = await renderApp(address(path), { table });
        const shown = end === STAYS ? path : end;
        expect(await screen.findByRole("heading", { name: `screen ${shown}` })).toBeVisible();
        expect(router.state.location.pathname).toBe(end === STAYS ? address(path) : end);
        expect(screen.getByRole("banner")).toBeVisible();
        expect(screen.getByRole("contentinfo")).toBeVisible();
      },
    );
  },
);

describe("the home page for signed-in people", () => {
  it.each(["student", "admin"] as const)(
    "is shown to a %s who follows a link to it",
    async (who) => {
      enter(who);
      const { router } = await renderApp("/?view=site", { table });
      expect(await screen.findByRole("heading", { name: "screen /" })).toBeVisible();
      expect(router.state.location.search).toBe("?view=site");
    },
  );
});

describe("a person with one permission", () => {
  it.each([
    ["manage_settings", "/admin/settings/library", "/admin/settings/mail"],
    ["manage_mail_server", "/admin/settings/mail", "/admin/settings/webhooks"],
    ["manage_webhooks", "/admin/settings/webhooks", "/admin/settings/roles"],
    ["manage_roles", "/admin/settings/roles", "/admin/settings/library"],
  ] as const)("%s sees %s and not %s", async (permission, own, other) => {
    signedInAs(aUser({ permissions: [permission] }));
    const { router } = await renderApp(own, { table });
    expect(await screen.findByRole("heading", { name: `screen ${own}` })).toBeVisible();
    await router.navigate(other);
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });
});

describe("a page that the role may not open", () => {
  it("is named in a notice on the dashboard, until the notice is closed", async () => {
    enter("assistant");
    const { router } = await renderApp("/admin/audit", { table });
    await screen.findByRole("heading", { name: "screen /dashboard" });
    const notice = await screen.findByText(/^The page \/admin\/audit needs a permission/);
    expect(notice.closest("[aria-live=polite]")).not.toBeNull();
    screen.getByRole("button", { name: "Dismiss: Your role cannot open that page" }).click();
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe("/dashboard");
  });

  it("is not mentioned to staff without a second factor", async () => {
    signedInAs(anAdmin({ ...withRole("student"), role: "admin", secondFactorNeeded: true }));
    await renderApp("/admin/audit", { table });
    await screen.findByRole("heading", { name: "screen /dashboard" });
    await screen.findByText(/requires a second sign-in step for staff/);
    expect(screen.queryByText(/needs a permission that your role does not have/)).toBeNull();
  });
});

describe("an open catalogue", () => {
  function opened() {
    server.use(http.get(api("/library"), () => answer(aLibrary({ openCatalogue: true }))));
  }

  it.each(ALL_SCREENS.map((screen) => [screen.path, screen] as const))(
    "gives a visitor access to %s if the screen is for readers",
    async (path, declared) => {
      opened();
      const end = declared.access === "readers" ? STAYS : endOf(declared, "visitor");
      const { router } = await renderApp(address(path), { table });
      const shown = end === STAYS ? path : end;
      expect(await screen.findByRole("heading", { name: `screen ${shown}` })).toBeVisible();
      expect(router.state.location.pathname).toBe(end === STAYS ? address(path) : end);
    },
  );
});

describe("a page that needs a sign-in", () => {
  /** Signs in or out in another tab. */
  function inAnotherTab(user: SignedInUser | null): void {
    if (user) signedInAs(user);
    else localStorage.removeItem("token");
    window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
  }

  async function arrivesAt(router: DataRouter, path: string) {
    await waitFor(() => {
      const { pathname, search, hash } = router.state.location;
      expect(`${pathname}${search}${hash}`).toBe(path);
    });
  }

  it.each(["/books?category=Physics&page=2", "/books/book-1#reviews"])(
    "is opened after the sign-in: %s",
    async (path) => {
      const { router } = await renderApp(path, { table });
      await screen.findByRole("heading", { name: "screen /login" });
      inAnotherTab(aUser());
      await arrivesAt(router, path);
    },
  );

  it("is opened after the sign-in of staff", async () => {
    const { router } = await renderApp("/admin/users?user=user-7", { table });
    await screen.findByRole("heading", { name: "screen /login" });
    inAnotherTab(anAdmin());
    await arrivesAt(router, "/admin/users?user=user-7");
  });

  it("is kept while a visitor creates an account", async () => {
    const { router } = await renderApp("/books/book-1");
    const register = await screen.findByRole("link", { name: "Create an account" });
    await userEvent.setup({ delay: null }).click(register);
    await screen.findByRole("heading", { name: "Create your account" });
    const signIn = within(screen.getByRole("main")).getByRole("link", { name: "Sign in" });
    await userEvent.setup({ delay: null }).click(signIn);
    await screen.findByRole("heading", { name: "Welcome back" });
    // Also with the links of the header.
    const [signUp] = screen.getAllByRole("link", { name: "Sign Up" });
    await userEvent.setup({ delay: null }).click(signUp as HTMLElement);
    await screen.findByRole("heading", { name: "Create your account" });
    inAnotherTab(aUser());
    await arrivesAt(router, "/books/book-1");
  });

  it("is opened again when the same person signs in after the session has ended", async () => {
    enter("student");
    const { router } = await renderApp("/books/book-1", { table });
    await screen.findByRole("heading", { name: "screen /books/:id" });
    inAnotherTab(null);
    await screen.findByRole("heading", { name: "screen /login" });
    inAnotherTab(aUser());
    await arrivesAt(router, "/books/book-1");
  });

  it("is not opened for a person other than the one whose session ended on it", async () => {
    enter("admin");
    const { router } = await renderApp("/admin/users?user=user-7", { table });
    await screen.findByRole("heading", { name: "screen /admin/users" });
    inAnotherTab(null);
    await screen.findByRole("heading", { name: "screen /login" });
    inAnotherTab(anAdmin({ _id: "user-99" }));
    await arrivesAt(router, "/dashboard");
  });
});

describe("while the session loads", () => {
  it("shows the spinner with its text and no screen", async () => {
    enter("student");
    const started = renderApp("/dashboard", { table });
    const spinner = screen.getByRole("status");
    expect(spinner).toHaveTextContent(/^Loading Library Management System...$/);
    expect(spinner.querySelector(".boot-ring")).toBeVisible();
    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.queryByRole("heading")).toBeNull();
    await started;
    expect(await screen.findByRole("heading", { name: "screen /dashboard" })).toBeVisible();
  });
});

describe("while the server is unreachable", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function openDuringOutage() {
    enter("student");
    let isOut = true;
    server.use(
      http.get(api("/auth/me"), () =>
        isOut ? failure(503, "unavailable", "Busy") : answer({ ...aUser() }),
      ),
    );
    await renderApp("/books", { table });
    expect(await screen.findByRole("heading", { name: "Failed to load user" })).toBeVisible();
    return () => {
      isOut = false;
    };
  }

  it("shows the failure instead of the login screen, and loads the session on request", async () => {
    const end = await openDuringOutage();
    expect(screen.getByText(/cannot be reached.*You stay signed in/)).toBeVisible();
    end();
    screen.getByRole("button", { name: "Try again" }).click();
    expect(await screen.findByRole("heading", { name: "screen /books" })).toBeVisible();
    expect(localStorage.getItem("token")).toBe("a-good-token");
  });

  it("loads the session automatically after a moment", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const end = await openDuringOutage();
    end();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByRole("heading", { name: "screen /books" })).toBeVisible();
  });

  it("loads the session as soon as there is a connection", async () => {
    const end = await openDuringOutage();
    end();
    window.dispatchEvent(new Event("online"));
    expect(await screen.findByRole("heading", { name: "screen /books" })).toBeVisible();
  });
});

describe("a session that ends on a protected page", () => {
  it("redirects to the login screen", async () => {
    enter("student");
    const { router } = await renderApp("/books", { table });
    await screen.findByRole("heading", { name: "screen /books" });
    localStorage.removeItem("token");
    window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  });
});
