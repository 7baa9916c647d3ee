import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { FacetGroup } from "./facet-group.tsx";

const authors = Array.from({ length: 14 }, (_, n) => ({
  value: `Author ${n}`,
  label: `Author ${n}`,
  count: 20 - n,
}));

function show(chosen: readonly string[], single = false) {
  render(
    <FacetGroup
      title="Author"
      values={authors}
      chosen={chosen}
      labelOf={(value) => value}
      addressOf={(next) => `/books?authors=${next.join(",")}`}
      single={single}
    />,
  );
  return userEvent.setup({ delay: null });
}

const links = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

describe("a group of values", () => {
  it("adds a value to the chosen ones, or replaces it where only one can be chosen", () => {
    show(["Author 1"]);
    expect(links().slice(0, 2)).toEqual(["/books?authors=Author 1,Author 0", "/books?authors="]);
  });

  it("replaces the value where only one can be chosen", () => {
    show(["Author 1"], true);
    expect(links().slice(0, 2)).toEqual(["/books?authors=Author 0", "/books?authors="]);
  });

  it("shows all values of a long list, and finds some by their name", async () => {
    const user = show([]);
    expect(links()).toHaveLength(6);
    await user.click(screen.getByRole("button", { name: "Show all 14" }));
    expect(links()).toHaveLength(14);
    await user.type(screen.getByRole("searchbox", { name: "Find in: Author" }), "AUTHOR 13{Enter}");
    expect(await screen.findByRole("link", { name: "Author 13, 7 books" })).toBeVisible();
    expect(links()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Show fewer" }));
    expect(links()).toHaveLength(6);
  });
});
