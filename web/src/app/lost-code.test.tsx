import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { RootBoundary } from "./root-boundary.tsx";
import { routesOf } from "./screen-routes.ts";
import { RouteError } from "./shell/route-error.tsx";

const user = userEvent.setup({ delay: null });

function failingTimes<T>(times: number, value: T): () => Promise<T> {
  let loads = 0;
  return async () => {
    loads += 1;
    if (loads <= times) throw new TypeError("Failed to fetch dynamically imported module");
    return value;
  };
}

function Frame() {
  return (
    <>
      <h2>The frame</h2>
      <Outlet />
    </>
  );
}

function Start() {
  return (
    <>
      <label>
        Note <input />
      </label>
      <Link to="/books">Books</Link>
      <Outlet />
    </>
  );
}

describe("a screen whose code failed to load", () => {
  const books = { path: "/books", file: "books/books-screen", access: "everyone" } as const;

  function open(times: { screen: number; frame?: number }) {
    const files = {
      "../features/books/books-screen.tsx": failingTimes(times.screen, {
        default: () => <h1>All books</h1>,
      }),
      "../features/books/frame.tsx": failingTimes(times.frame ?? 0, { default: Frame }),
    };
    const declared = times.frame === undefined ? books : { ...books, frame: "books/frame" };
    const router = createMemoryRouter([
      { path: "/", Component: Start, children: routesOf([declared], files) },
    ]);
    render(<RouterProvider router={router} />);
    return router;
  }

  it("can be loaded again, while the page around it stays", async () => {
    const router = open({ screen: 2 });
    await user.type(await screen.findByLabelText("Note"), "Dune");
    await user.click(screen.getByRole("link", { name: "Books" }));
    await screen.findByRole("heading", { level: 1, name: "This could not be loaded." });
    const retry = screen.getByRole("button", { name: "Try again" });
    await user.click(retry);
    // The second attempt fails too.
    await waitFor(() => expect(retry).not.toHaveAttribute("aria-busy", "true"));
    await user.click(retry);
    expect(await screen.findByRole("heading", { name: "All books" })).toBeVisible();
    expect(screen.getByLabelText("Note")).toHaveValue("Dune");
    // The screen stays loaded.
    await router.navigate("/");
    await router.navigate("/books");
    expect(await screen.findByRole("heading", { name: "All books" })).toBeVisible();
  });

  it("is loaded automatically when the connection is back", async () => {
    open({ screen: 1 });
    await user.click(await screen.findByRole("link", { name: "Books" }));
    await screen.findByRole("heading", { level: 1, name: "This could not be loaded." });
    window.dispatchEvent(new Event("online"));
    expect(await screen.findByRole("heading", { name: "All books" })).toBeVisible();
  });

  it("is shown in its frame once the frame is loaded", async () => {
    open({ screen: 0, frame: 1 });
    await user.click(await screen.findByRole("link", { name: "Books" }));
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "The frame" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "All books" })).toBeVisible();
  });
});

it("routes that failed to load are loaded again", async () => {
  const find = failingTimes(1, [{ path: "/admin", element: <h1>Administration</h1> }]);
  const router = createMemoryRouter(
    [{ id: "root", path: "/", Component: Outlet, ErrorBoundary: RouteError, children: [] }],
    {
      initialEntries: ["/"],
      patchRoutesOnNavigation: async ({ patch }) => patch("root", await find()),
    },
  );
  render(<RouterProvider router={router} />);
  await router.navigate("/admin");
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Administration" })).toBeVisible();
});

it("an error outside of the screens shows a message and a button", async () => {
  // React also logs the error.
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  function Broken(): never {
    throw new Error("broken");
  }
  render(
    <RootBoundary>
      <Broken />
    </RootBoundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent(/This page stopped working/);
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeVisible();
  await waitFor(() => expect(reported).toHaveBeenCalled());
  reported.mockClear();
});
