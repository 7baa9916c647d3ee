import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { aLibrary, DEMO } from "@/test/fixtures/library.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { someStats } from "@/test/fixtures/reports.ts";
import { theLibraryRules } from "@/test/fixtures/settings.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";
import { type Beginnings, FIRST_STEPS, isNew } from "./first-steps.ts";

const NOTHING: Beginnings = {
  stats: { totalBooks: 0, totalUsers: 1, totalBorrowings: 0 },
  library: { contact: { address: null, email: null, phone: null }, sendsMail: false },
  rules: { closures: [] },
};

describe("the first steps", () => {
  it.each<[string, Beginnings]>([
    ["books", { ...NOTHING, stats: { ...NOTHING.stats, totalBooks: 1 } }],
    ["people", { ...NOTHING, stats: { ...NOTHING.stats, totalUsers: 2 } }],
    ["borrowing", { ...NOTHING, stats: { ...NOTHING.stats, totalBorrowings: 1 } }],
    ["mail", { ...NOTHING, library: { ...NOTHING.library, sendsMail: true } }],
    [
      "contact",
      {
        ...NOTHING,
        library: { ...NOTHING.library, contact: { address: null, email: null, phone: "0123" } },
      },
    ],
    ["holidays", { ...NOTHING, rules: { closures: [{ date: "2026-12-25", name: "" }] } }],
  ])("%s is done when the library has the data", (name, beginnings) => {
    expect(FIRST_STEPS.filter((step) => step.isDone(NOTHING))).toEqual([]);
    const done = FIRST_STEPS.filter((step) => step.isDone(beginnings));
    expect(done.map((step) => step.name)).toEqual([name]);
  });

  it("are not shown for a library that is in use", () => {
    expect(isNew({ ...NOTHING.stats, totalBorrowings: 49 })).toBe(true);
    expect(isNew({ ...NOTHING.stats, totalBorrowings: 50 })).toBe(false);
  });
});

const { permissions, ...person } = anAdmin();
const librarian = {
  ...person,
  permissions: permissions.filter((act) => act !== "manage_settings"),
};

describe("the card of the first steps", () => {
  const useNewLibrary = (library = aLibrary()) =>
    server.use(
      http.get(api("/library"), () => answer({ ...library, sendsMail: false })),
      http.get(api("/library/rules"), () => answer({ ...theLibraryRules(), closures: [] })),
      http.get(api("/admin/stats"), () =>
        answer({ ...someStats({ ...NOTHING.stats, totalBooks: 3 }) }),
      ),
    );

  it("links to the steps, and can be hidden permanently", async () => {
    useNewLibrary();
    signedInAs(anAdmin());
    await renderApp("/admin");
    const card = within(await screen.findByRole("region", { name: "First steps" }));
    expect(card.getByRole("link", { name: /^Add books.*Done$/ })).toBeVisible();
    const mail = card.getByRole("link", { name: /^Set up the mail server/ });
    expect(mail).toHaveAttribute("href", "/admin/settings/mail");
    await userEvent.click(card.getByRole("button", { name: "Hide" }));
    expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
    expect(localStorage.getItem("firstStepsHidden")).not.toBeNull();
  });

  it.each([
    ["staff who cannot change settings", librarian, aLibrary()],
    ["the demo", anAdmin(), { ...aLibrary(), demo: DEMO }],
  ])("is not shown to %s", async (_case, user, library) => {
    useNewLibrary(library);
    signedInAs(user);
    await renderApp("/admin");
    await screen.findByText("Total Books");
    await screen.findByRole("region", { name: "Quick Links" });
    expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
  });
});
