import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates.ts";
import { formatOf } from "@/lib/format-context.tsx";
import { aBookDetail } from "@/test/fixtures/books.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

async function openBook(viewer: Partial<ReturnType<typeof aBookDetail>["viewer"]> = {}) {
  const book = aBookDetail();
  server.use(
    http.get(api("/books/:id"), () => answer({ ...book, viewer: { ...book.viewer, ...viewer } })),
  );
  signedInAs(aUser());
  await renderApp("/books/book-1");
  await screen.findByRole("heading", { level: 1, name: "Dune" });
}

describe("the screen of a book", () => {
  it("sends one request for a double click on Borrow Book", async () => {
    let requests = 0;
    server.use(
      http.post(api("/borrowings/:id"), () => {
        requests += 1;
        return HttpResponse.json({ success: true, data: aBorrowing() }, { status: 201 });
      }),
    );
    await openBook();
    const [button] = screen.getAllByRole("button", { name: "Borrow Book" });
    await act(async () => {
      button?.click();
      button?.click();
    });
    expect(await screen.findByText("Book borrowed successfully!")).toBeVisible();
    expect(requests).toBe(1);
  });

  it("counts the days until the due date, also if a closed day has moved it", async () => {
    const today = formatOf(aLibrary().timeZone).today();
    await openBook({ dueOnIfBorrowedNow: addDays(today, 15) });
    expect(screen.getByText("15 days if you borrow it now")).toBeVisible();
  });
});
