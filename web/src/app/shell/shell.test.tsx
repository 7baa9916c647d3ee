import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { english } from "@/lib/i18n/index.ts";
import { STAFF_SCREENS } from "@/lib/screens/staff.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { anAdmin, anAssistant, aUser } from "@/test/fixtures/people.ts";
import { withRole } from "@/test/fixtures/roles.ts";
import { allRoutes, renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

const VISITOR = ["Sign In: /login", "Sign Up: /register"];
const MEMBER = [
  "Home: /dashboard",
  "Books: /books",
  "My Borrowings: /my-borrowings",
  "History: /my-history",
];
const OWN = [
  "Favorites: /favorites",
  "Saved Searches: /saved-searches",
  "Profile Settings: /profile",
];
/** Every declared menu entry of staff. */
const ADMIN = STAFF_SCREENS.flatMap((screen) =>
  "menu" in screen ? [`${english(screen.menu.label)}: ${screen.path}`] : [],
);

async function open(path: string) {
  const app = await renderApp(path);
  await screen.findByRole("heading", { level: 1 });
  // The first banner: the query also matches the headers of pages, which follow it.
  const [banner] = screen.getAllByRole("banner");
  if (!banner) throw new Error("there is no bar");
  return { ...app, bar: within(banner) };
}

/** The text of each link with its target. */
function linksOf(elements: readonly HTMLElement[]): string[] {
  return elements.map((element) => `${element.textContent}: ${element.getAttribute("href")}`);
}

describe("the navigation bar", () => {
  it("shows Sign In and Sign Up to visitors", async () => {
    const { bar } = await open("/");
    const nav = within(bar.getByRole("navigation", { name: "Main" }));
    expect(linksOf(nav.getAllByRole("link"))).toEqual(VISITOR);
    expect(bar.queryByRole("button", { name: /Account menu/ })).toBeNull();
  });

  it("shows visitors of an open catalogue the books in the bar, the search and the menu", async () => {
    server.use(http.get(api("/library"), () => answer(aLibrary({ openCatalogue: true }))));
    const { bar } = await open("/");
    expect(await bar.findByRole("link", { name: "Books" })).toHaveAttribute("href", "/books");
    expect(bar.getByRole("link", { name: "Search" })).toHaveAttribute("href", "/books");
    await user.click(bar.getByRole("button", { name: "Open menu" }));
    const menu = within(await screen.findByRole("dialog"));
    expect(menu.getByRole("link", { name: "Books" })).toHaveAttribute("href", "/books");
  });

  it("shows students their links, and a menu with their name", async () => {
    signedInAs(aUser());
    const { bar } = await open("/?view=site");
    const nav = within(bar.getByRole("navigation", { name: "Main" }));
    expect(linksOf(nav.getAllByRole("link"))).toEqual(MEMBER);
    expect(bar.queryByRole("button", { name: "Admin" })).toBeNull();
    await user.click(await bar.findByRole("button", { name: "Account menu: Amara Okafor" }));
    const menu = await screen.findByRole("menu");
    for (const text of ["Amara Okafor", "amara@students.example", "Student ID: S-2024-0012"]) {
      expect(within(menu).getByText(text)).toBeVisible();
    }
    expect(linksOf(within(menu).getAllByRole("menuitem"))).toEqual([...OWN, "Sign Out: null"]);
  });

  it("shows administrators the Admin menu too", async () => {
    signedInAs(anAdmin());
    const { bar } = await open("/?view=site");
    await user.click(await bar.findByRole("button", { name: "Admin" }));
    const menu = await screen.findByRole("menu");
    expect(linksOf(within(menu).getAllByRole("menuitem"))).toEqual(ADMIN);
  });

  it("shows an assistant only the screens of the desk", async () => {
    signedInAs(anAssistant());
    const { bar } = await open("/?view=site");
    await user.click(await bar.findByRole("button", { name: "Admin" }));
    const menu = await screen.findByRole("menu");
    const links = linksOf(within(menu).getAllByRole("menuitem"));
    expect(links).toEqual(["Manage Users: /admin/users", "Manage Borrowings: /admin/borrowings"]);
    await user.keyboard("{Escape}");
    await user.keyboard("?");
    const sheet = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(sheet.getByText("Go to Manage Users")).toBeVisible();
    expect(sheet.queryByText("Go to Manage Books")).toBeNull();
    expect(sheet.queryByText("Go to the settings")).toBeNull();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows the library's own name", async () => {
    server.use(http.get(api("/library"), () => answer({ ...aLibrary(), name: "City Library" })));
    const { bar } = await open("/");
    expect(await bar.findByText("City Library")).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Home · City Library"));
  });
});

describe("the mobile menu", () => {
  it("repeats the links for visitors", async () => {
    const { bar } = await open("/");
    await user.click(bar.getByRole("button", { name: "Open menu" }));
    const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
    expect(linksOf(menu.getAllByRole("link"))).toEqual(VISITOR);
  });

  it("repeats all links for administrators, and closes when a link is followed", async () => {
    signedInAs(anAdmin());
    const { bar, router } = await open("/?view=site");
    await user.click(bar.getByRole("button", { name: "Open menu" }));
    const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
    expect(linksOf(menu.getAllByRole("link"))).toEqual([...MEMBER, ...OWN, ...ADMIN]);
    expect(menu.getByText("wen@library.example")).toBeVisible();
    await user.click(menu.getByRole("link", { name: "Profile Settings" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/profile"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("the side bar of the administration", () => {
  it("has the screens that a person may open, with the current one marked", async () => {
    signedInAs(anAdmin());
    await open("/admin/borrowings");
    const bar = within(await screen.findByRole("navigation", { name: "Administration" }));
    expect(linksOf(bar.getAllByRole("link"))).toEqual(ADMIN);
    const current = bar.getAllByRole("link", { current: "page" });
    expect(linksOf(current)).toEqual(["Manage Borrowings: /admin/borrowings"]);
  });

  it("marks the settings in each of their sections", async () => {
    signedInAs(anAdmin());
    await open("/admin/settings/library");
    const bar = within(await screen.findByRole("navigation", { name: "Administration" }));
    const current = bar.getAllByRole("link", { current: "page" });
    expect(linksOf(current)).toEqual(["Settings: /admin/settings"]);
  });

  it("is only beside the pages of staff", async () => {
    signedInAs(anAdmin());
    await open("/profile");
    expect(screen.queryByRole("navigation", { name: "Administration" })).toBeNull();
  });
});

describe("the tabs on phones", () => {
  const tabs = () => within(screen.getByRole("navigation", { name: "Sections" }));

  it("have the history for members", async () => {
    signedInAs(aUser());
    await open("/profile");
    expect(linksOf(tabs().getAllByRole("link"))).toContain("History: /my-history");
    expect(tabs().queryByRole("link", { name: "Admin" })).toBeNull();
  });

  it("have the first screen that staff may open", async () => {
    signedInAs(anAssistant());
    await open("/admin/borrowings");
    const admin = await tabs().findByRole("link", { name: "Admin" });
    expect(admin).toHaveAttribute("href", "/admin/users");
    expect(admin).toHaveAttribute("aria-current", "page");
    expect(tabs().getAllByRole("link")).toHaveLength(5);
  });
});

describe("staff without a second factor", () => {
  it("see a notice to add one, and the menu of members", async () => {
    signedInAs(anAdmin({ ...withRole("student"), role: "admin", secondFactorNeeded: true }));
    const { bar } = await open("/?view=site");
    expect(await screen.findByText(/requires a second sign-in step for staff/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Add a second sign-in step" })).toHaveAttribute(
      "href",
      "/profile#security",
    );
    expect(bar.queryByRole("button", { name: "Admin" })).toBeNull();
  });

  it("is not shown to others", async () => {
    signedInAs(anAdmin());
    await open("/?view=site");
    expect(screen.queryByText(/requires a second sign-in step for staff/)).toBeNull();
  });
});

describe("signing out", () => {
  it("opens the home page with a message, also from a protected page", async () => {
    signedInAs(aUser());
    const { bar, router } = await open("/profile");
    await user.click(await bar.findByRole("button", { name: /Account menu/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Sign Out" }));
    expect(await screen.findByText("Logged out successfully")).toBeVisible();
    expect(router.state.location.pathname).toBe("/");
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("also opens the home page from a book of an open catalogue", async () => {
    server.use(http.get(api("/library"), () => answer(aLibrary({ openCatalogue: true }))));
    signedInAs(aUser());
    const { bar, router } = await open("/books/book-1");
    await user.click(await bar.findByRole("button", { name: /Account menu/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Sign Out" }));
    expect(await screen.findByText("Logged out successfully")).toBeVisible();
    expect(router.state.location.pathname).toBe("/");
  });
});

describe("the footer", () => {
  it.each([
    ["a visitor", null],
    ["a student", aUser()],
  ])("has only links to existing pages: %s", async (_who, person) => {
    if (person) signedInAs(person);
    await open("/?view=site");
    const links = within(screen.getByRole("contentinfo")).getAllByRole("link");
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      const matches = matchRoutes(allRoutes, link.getAttribute("href") ?? "");
      const path = matches?.at(-1)?.route.path;
      expect(path, link.textContent ?? "").toBeDefined();
      expect(path, link.textContent ?? "").not.toBe("*");
    }
  });
});

describe("the keyboard", () => {
  it("focuses the link to the content first", async () => {
    await open("/");
    await user.tab();
    const skip = screen.getByRole("link", { name: "Skip to content" });
    expect(skip).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("main")).toHaveFocus();
  });

  it("opens a list of the shortcuts that the person can use", async () => {
    signedInAs(aUser());
    await open("/?view=site");
    await user.keyboard("?");
    const sheet = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(sheet.getByText("Go to the books")).toBeVisible();
    expect(sheet.queryByText("Go to Manage Books")).toBeNull();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("opens a screen by its shortcut, focuses its heading and announces its title", async () => {
    signedInAs(aUser());
    const { router } = await open("/?view=site");
    await user.keyboard("gp");
    await waitFor(() => expect(router.state.location.pathname).toBe("/profile"));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
    expect(document.title).toMatch(/· Library Management System$/);
    const announced = () =>
      [...document.querySelectorAll("[aria-live=polite]")].map((region) => region.textContent);
    await waitFor(() => expect(announced()).toContain(document.title));
  });
});

describe("a second person in the same browser", () => {
  it("sees no data of the first person", async () => {
    signedInAs(aUser());
    const { router } = await open("/profile");
    const main = () => within(screen.getByRole("main"));
    expect(await main().findByText("amara@students.example")).toBeVisible();
    signedInAs(anAdmin());
    localStorage.setItem("token", "another");
    window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: "another" }));
    expect(await main().findByText("wen@library.example")).toBeVisible();
    expect(main().queryByText("amara@students.example")).toBeNull();
    expect(router.state.location.pathname).toBe("/profile");
  });
});
