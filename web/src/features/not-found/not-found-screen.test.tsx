import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

async function openNowhere() {
  const { router } = await renderApp("/no/such/page");
  await screen.findByRole("heading", { level: 1, name: "Page Not Found" });
  return { router, main: within(screen.getByRole("main")) };
}

describe("an unknown path", () => {
  it("shows the specification's texts", async () => {
    const { main } = await openNowhere();
    expect(main.getByText(/might have been moved, deleted or mistyped/)).toBeVisible();
    expect(main.getByText(/^Need help\?/)).toHaveTextContent(
      "Need help? Contact our support team.",
    );
    expect(main.getByRole("link", { name: "Contact our support team." })).toHaveAttribute(
      "href",
      "/contact",
    );
    expect(main.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
    expect(main.queryByRole("searchbox")).toBeNull();
  });

  it("opens the home page when there is no earlier screen", async () => {
    const { router, main } = await openNowhere();
    await user.click(main.getByRole("button", { name: "Go Back" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  it("offers a search to visitors of an open catalogue", async () => {
    server.use(http.get(api("/library"), () => answer(aLibrary({ openCatalogue: true }))));
    const { main } = await openNowhere();
    expect(await main.findByRole("searchbox", { name: "Search books" })).toBeVisible();
  });

  it("offers a search to signed-in people", async () => {
    signedInAs(aUser());
    const { router, main } = await openNowhere();
    await user.type(main.getByRole("searchbox", { name: "Search books" }), "dune & co{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/books"));
    expect(new URLSearchParams(router.state.location.search).get("search")).toBe("dune & co");
  });
});
