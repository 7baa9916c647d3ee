import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app.tsx";
import ProfileScreen from "./profile-screen.tsx";

it("shows a visitor Not Logged In with a link to the login screen", async () => {
  // The route's guard redirects visitors before they reach this screen.
  await renderApp("/profile", { table: [{ path: "/profile", Component: ProfileScreen }] });
  const heading = await screen.findByRole("heading", { level: 1, name: "Not Logged In" });
  const way = within(heading.parentElement as HTMLElement).getByRole("link", { name: "Sign In" });
  expect(way).toHaveAttribute("href", "/login");
});
