import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { signedInAs } from "@/test/server.ts";

async function openHome() {
  await renderApp("/?view=site");
  await screen.findByRole("heading", { level: 1 });
  return within(screen.getByRole("main"));
}

describe("the home page", () => {
  it("shows visitors Get Started and Sign In at the top and at the end", async () => {
    const main = await openHome();
    const started = main.getAllByRole("link", { name: "Get Started" });
    expect(started.map((link) => link.getAttribute("href"))).toEqual(["/register", "/register"]);
    expect(main.getAllByRole("link", { name: "Sign In" })[0]).toHaveAttribute("href", "/login");
    expect(main.queryByRole("link", { name: "Go to Dashboard" })).toBeNull();
  });

  it("shows signed-in people Go to Dashboard and Browse Books", async () => {
    signedInAs(aUser());
    const main = await openHome();
    expect(main.getAllByRole("link", { name: "Go to Dashboard" })[0]).toHaveAttribute(
      "href",
      "/dashboard",
    );
    expect(main.getAllByRole("link", { name: "Browse Books" })[0]).toHaveAttribute(
      "href",
      "/books",
    );
    expect(main.queryByRole("link", { name: "Get Started" })).toBeNull();
  });

  it("has the specification's figures, marked as samples", async () => {
    const main = await openHome();
    const figures = within(main.getByRole("region", { name: "In numbers" }));
    const pairs = figures.getAllByRole("term").map((term) => {
      const definition = term.parentElement?.querySelector("dd");
      return [definition?.textContent, term.textContent];
    });
    expect(pairs).toEqual([
      ["10,000+", "Books"],
      ["5,000+", "Users"],
      ["50,000+", "Borrowed"],
      ["99.9%", "Uptime"],
    ]);
    expect(figures.getByText("Sample figures")).toBeVisible();
  });

  it("has testimonials, marked as samples", async () => {
    const main = await openHome();
    const voices = within(main.getByRole("region", { name: "What readers say" }));
    expect(voices.getByText("Sample testimonials")).toBeVisible();
    expect(voices.getAllByRole("figure")).toHaveLength(3);
  });

  it("has a shelf of eight covers", async () => {
    const main = await openHome();
    const shelf = within(main.getByRole("region", { name: "A few books from our shelves" }));
    expect(shelf.getAllByRole("img", { name: /^Cover: / })).toHaveLength(8);
  });
});
