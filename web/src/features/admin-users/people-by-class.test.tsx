import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, page, server, signedInAs } from "@/test/server.ts";

/** Opens Manage Users with people of these classes; returns the requested classes. */
async function open(classes: readonly string[]) {
  const asked: (string | null)[] = [];
  server.use(
    http.get(api("/admin/classes"), () => answer([...classes])),
    http.get(api("/admin/users"), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("class"));
      return page([
        aPerson({ _id: "p1", name: "Anna van der Berg", surname: "van der Berg", class: "7b" }),
        aPerson({ _id: "p2", name: "King, Ada", surname: "King" }),
      ]);
    }),
  );
  signedInAs(anAdmin());
  const { router } = await renderApp("/admin/users");
  return { router, asked, user: userEvent.setup({ delay: null }) };
}

it("filters people by class, and removes the filter", async () => {
  const { router, asked, user } = await open(["7b", "10a"]);
  const filter = await screen.findByRole("combobox", { name: "Filter by class" });
  const options = within(filter).getAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual(["All classes", "7b", "10a"]);
  await user.selectOptions(filter, "7b");
  await waitFor(() => expect(asked.at(-1)).toBe("7b"));
  expect(router.state.location.search).toBe("?class=7b");
  await user.selectOptions(filter, "All classes");
  expect(router.state.location.search).toBe("");
});

it("prints library cards for the people of the page, or of a class", async () => {
  const { user } = await open(["7b"]);
  expect(await screen.findByRole("link", { name: "Library cards of this page" })).toHaveAttribute(
    "href",
    "/admin/labels?users=p1%2Cp2",
  );
  await user.selectOptions(screen.getByRole("combobox", { name: "Filter by class" }), "7b");
  expect(await screen.findByRole("link", { name: "Library cards of 7b" })).toHaveAttribute(
    "href",
    "/admin/labels?class=7b",
  );
});

it("shows classes, and marks the part of the name by which the list is sorted", async () => {
  await open(["7b"]);
  const anna = await screen.findByRole("link", { name: /Anna van der Berg/ });
  expect(within(anna).getByText("van der Berg").tagName).toBe("B");
  expect(anna).toHaveAccessibleName(/Class 7b/);
  const ada = screen.getByRole("link", { name: /King, Ada/ });
  expect(within(ada).getByText("King").tagName).toBe("B");
});

it("has no filter by class in a library without classes", async () => {
  await open([]);
  await screen.findByRole("link", { name: /King, Ada/ });
  expect(screen.queryByRole("combobox", { name: "Filter by class" })).toBeNull();
});
