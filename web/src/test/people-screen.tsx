import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import type { Borrowing, UserSummary } from "@/api/shapes.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, borrowingsOfPerson, server, signedInAs } from "@/test/server.ts";

/** Serves the person with these borrowings; tests may change the returned object. */
export function servePerson(state: { person: UserSummary; borrowings: Borrowing[] }) {
  server.use(
    http.get(api("/admin/users/:id"), () => answer({ ...state.person })),
    borrowingsOfPerson(() => state.borrowings),
  );
  return state;
}

/** Opens Manage Users as an administrator. */
export async function openPeople(path: string) {
  signedInAs(anAdmin());
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Manage Users" });
  return { router, user: userEvent.setup({ delay: null }) };
}
