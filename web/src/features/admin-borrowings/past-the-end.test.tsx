import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

const beyond = (page: number) =>
  answer([], {
    pagination: { page, limit: 25, total: 60, pages: 3 },
    facets: { category: [] },
    leftOut: [],
    didYouMean: null,
  });

describe("a page past the end of an administrator's list", () => {
  it.each([
    ["/admin/borrowings", "/borrowings"],
    ["/admin/users", "/admin/users"],
    ["/admin/books", "/admin/books"],
  ])("leads to the first page on %s", async (path, call) => {
    server.use(http.get(api(call), () => beyond(9)));
    signedInAs(anAdmin());
    const { router } = await renderApp(`${path}?page=9`);
    const words = "This page is past the end of the list.";
    const main = within(await screen.findByRole("main"));
    expect(await main.findByRole("heading", { name: words })).toBeVisible();
    expect(main.queryByText(/–\d+ of 60/)).toBeNull();
    expect(main.queryByRole("button", { name: "Next" })).toBeNull();
    const user = userEvent.setup({ delay: null });
    await user.click(main.getByRole("button", { name: "Go to the first page" }));
    expect(router.state.location.search).toBe("");
  });
});
