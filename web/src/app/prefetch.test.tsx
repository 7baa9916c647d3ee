import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { canPrefetch, prefetchOnIntent } from "./prefetch.ts";

let stop = () => {};
const book = { path: "/test-books/:id", file: "books/book-screen", access: "members" } as const;

beforeEach(() => {
  stop = prefetchOnIntent();
});
afterEach(() => stop());

function showLinks(fetch: () => Promise<unknown>) {
  canPrefetch(book, fetch);
  render(
    <>
      <a href="/test-books/1">
        <b>Dune</b>
      </a>
      <a href="/test-books/2?tab=copies">Emma</a>
      <a href="https://example.org/test-books/3">Elsewhere</a>
    </>,
  );
}

it("fetches a screen once when the pointer reaches a link to it", () => {
  const fetch = vi.fn(async () => {});
  showLinks(fetch);
  fireEvent.pointerOver(screen.getByText("Dune"));
  fireEvent.pointerOver(screen.getByText("Dune"));
  expect(fetch).toHaveBeenCalledOnce();
});

it("fetches a screen when the focus or a finger reaches a link to it", () => {
  const fetch = vi.fn(async () => {});
  showLinks(fetch);
  fireEvent.focusIn(screen.getByRole("link", { name: "Dune" }));
  fireEvent.touchStart(screen.getByRole("link", { name: "Emma" }));
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("fetches nothing for a link to another site", () => {
  const fetch = vi.fn(async () => {});
  showLinks(fetch);
  fireEvent.pointerOver(screen.getByRole("link", { name: "Elsewhere" }));
  expect(fetch).not.toHaveBeenCalled();
});

it("retries after a failure, without an error message", async () => {
  const fetch = vi.fn(async () => {});
  fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  showLinks(fetch);
  fireEvent.pointerOver(screen.getByText("Dune"));
  await vi.waitFor(() => {
    fireEvent.pointerOver(screen.getByText("Dune"));
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
