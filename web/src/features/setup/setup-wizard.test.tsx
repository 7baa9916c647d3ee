import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { afterEach, expect, it } from "vitest";
import { aLibrary } from "@/test/fixtures/library.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server } from "@/test/server.ts";
import { forgetDraft } from "./draft.ts";
// Loaded before the tests, so that the code is loaded before a late response of the server.
import "./setup-screen.tsx";

const user = userEvent.setup({ delay: null });
const COMMON = "This password is too common. Please choose another one";

afterEach(forgetDraft);

/** Responds late that the library is not set up, after the code of the screen is loaded. */
function respondLate() {
  server.use(
    http.get(api("/library"), async () => {
      await delay(300);
      return answer({ ...aLibrary(), isSetUp: false });
    }),
  );
}

it("opens the link when the library responds late, as on a reload", async () => {
  respondLate();
  const { router } = await renderApp("/setup?step=opening#token");
  await screen.findByRole("heading", { level: 1, name: "On which days is the library closed?" });
  expect(router.state.location).toMatchObject({ pathname: "/setup", hash: "#token" });
});

it("shows that a link is no longer valid, and which one is", async () => {
  respondLate();
  server.use(
    http.post(api("/setup/check"), () => failure(404, "setup_link_not_found", "No such link")),
  );
  await renderApp("/setup#an-old-token");
  await screen.findByRole("heading", { level: 1, name: "This link is no longer valid" });
  expect(screen.getByText(/^Use the latest link that the server printed/)).toBeVisible();
});

it("offers a retry when the server cannot be reached", async () => {
  server.use(http.get(api("/library"), () => HttpResponse.error()));
  await renderApp("/setup#token");
  await screen.findByRole("heading", { level: 1, name: "The library could not be reached" });
  server.use(http.get(api("/library"), () => answer({ ...aLibrary(), isSetUp: false })));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Library name")).toBeVisible();
});

it("chooses the highlighted time zone with Enter, and goes on with the next Enter", async () => {
  server.use(http.get(api("/library"), () => answer({ ...aLibrary(), isSetUp: false })));
  await renderApp("/setup#token");
  await user.type(await screen.findByLabelText("Library name"), "Town Library");
  const zone = screen.getByRole("combobox", { name: "Time zone" });
  await user.clear(zone);
  await user.type(zone, "new york");
  expect(screen.getByRole("option", { name: "America/New_York", selected: true })).toBeVisible();
  await user.keyboard("{Enter}");
  expect(zone).toHaveValue("America/New_York");
  expect(zone).toHaveFocus();
  expect(zone).toHaveAttribute("aria-expanded", "false");

  // Parts of a name that begin with the text come before others, such as that of America/Cayman.
  await user.clear(zone);
  await user.type(zone, "man");
  expect(screen.getByRole("option", { name: "America/Managua", selected: true })).toBeVisible();

  // Leaving the field takes the only zone that is left, and none of several.
  await user.clear(zone);
  await user.type(zone, "india");
  await user.tab();
  expect(zone).toHaveValue("india");
  await user.clear(zone);
  await user.type(zone, "prague");
  await user.tab();
  expect(zone).toHaveValue("Europe/Prague");

  // A text that is no part of a name is not replaced.
  await user.clear(zone);
  await user.type(zone, "nowhere{Enter}");
  expect(zone).toHaveAccessibleDescription(/^Choose a time zone from the list/);
  await user.clear(zone);
  await user.type(zone, "Europe/Prague{Enter}");
  await screen.findByRole("heading", { level: 1, name: "On which days is the library closed?" });
});

it("shows a refused password beside its field, and then the next steps", async () => {
  let isSetUp = false;
  const sent: unknown[] = [];
  server.use(
    http.get(api("/library"), () => answer({ ...aLibrary(), isSetUp })),
    http.post(api("/setup"), async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) {
        return failure(422, "validation", COMMON, [{ field: "password", message: COMMON }]);
      }
      isSetUp = true;
      return answer({ user: { ...anAdmin() }, token: "a-good-token", deviceToken: null });
    }),
  );
  const { router } = await renderApp("/setup#token");
  await user.type(await screen.findByLabelText("Library name"), "Town Library");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("heading", { level: 1, name: "On which days is the library closed?" });
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.type(await screen.findByLabelText("Full name"), "Ada Example");
  await user.type(screen.getByLabelText("Email"), "ada@library.example");
  const password = screen.getByLabelText("Password");
  await user.type(password, "Password123");
  await user.type(screen.getByLabelText("Confirm password"), "Password123");
  await user.click(screen.getByRole("button", { name: "Open the library" }));

  await waitFor(() => expect(password).toHaveAccessibleDescription(new RegExp(COMMON)));
  expect(password).toHaveFocus();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "Create the first administrator",
  );

  for (const field of [password, screen.getByLabelText("Confirm password")]) {
    await user.clear(field);
    await user.type(field, "Herons-fly-1");
  }
  await user.click(screen.getByRole("button", { name: "Open the library" }));
  const heading = await screen.findByRole("heading", { level: 1, name: "Add your books" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  expect(sent).toHaveLength(2);
  await user.click(screen.getByRole("link", { name: "Go to the admin dashboard" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin"));
});
