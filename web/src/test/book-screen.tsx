import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import type { BookDetail } from "@/api/shapes.ts";
import { aBookDetail } from "@/test/fixtures/books.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

/** Opens the screen of the book Dune. */
export async function openBook(book: Partial<BookDetail> = {}, user = aUser()) {
  signedInAs(user);
  server.use(http.get(api("/books/:id"), () => answer({ ...aBookDetail(book) })));
  await renderApp("/books/book-1");
  await screen.findByRole("heading", { level: 1, name: "Dune" });
  return { user: userEvent.setup({ delay: null }), main: within(screen.getByRole("main")) };
}

/** The value of a named detail of the book. */
export function fact(name: string): HTMLElement | null | undefined {
  const term = screen.getAllByRole("term").find((dt) => dt.textContent === name);
  return term?.parentElement?.querySelector("dd");
}
