import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, test } from "vitest";
import { aSourceAnswer, someBookDataSettings } from "@/test/fixtures/book-data.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

async function open() {
  const saved: unknown[] = [];
  const tried: unknown[] = [];
  server.use(
    http.get(api("/admin/settings/book-data"), () => answer({ ...someBookDataSettings() })),
    http.put(api("/admin/settings/book-data"), async ({ request }) => {
      saved.push(await request.json());
      return answer({ ...someBookDataSettings({ version: "book-data-2" }) });
    }),
    http.post(api("/admin/settings/book-data/try"), async ({ request }) => {
      const form = (await request.json()) as { isbn: string };
      tried.push(form);
      if (form.isbn === "1") {
        return failure(422, "validation", "", [{ field: "isbn", message: "Invalid ISBN" }]);
      }
      return answer({ ...aSourceAnswer() });
    }),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/settings/book-data");
  await screen.findByRole("list", { name: "Sources" });
  return { saved, tried, user: userEvent.setup({ delay: null }) };
}

const list = () => screen.getByRole("list", { name: "Sources" });

test("sources are moved, added, removed and saved in their order", async () => {
  const { saved, user } = await open();
  await user.click(screen.getByRole("button", { name: "Move State Library up" }));
  await user.click(screen.getByRole("button", { name: "Add SRU server" }));
  const added = within(list()).getAllByRole("textbox", { name: "Name" }).at(-1);
  await waitFor(() => expect(added).toHaveFocus());
  await user.keyboard("Town");
  await user.click(screen.getByRole("button", { name: "Remove Town" }));
  await user.click(screen.getByRole("checkbox", { name: "Ask State Library" }));
  await user.click(screen.getByRole("checkbox", { name: /Offer covers of Open Library/ }));
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toEqual({
    sources: [
      {
        kind: "sru",
        isOn: true,
        name: "State Library",
        address: "https://catalogue.example.org/sru",
        version: "1.1",
        recordSchema: "marcxml",
        query: "bath.isbn={isbn}",
      },
      { kind: "open_library", isOn: true },
    ],
    covers: true,
    version: "book-data-1",
  });
});

test("a source is tried as it is in the form", async () => {
  const { saved, tried, user } = await open();
  const address = screen.getByRole("textbox", { name: /^Address/ });
  await user.clear(address);
  await user.type(address, "https://other.example.org/sru");
  const isbn = screen.getByRole("textbox", { name: "Try it with an ISBN: State Library" });
  await user.type(isbn, "9780134610993{Enter}");
  expect(await screen.findByText("Found: Bees and their keepers, by Jane Roe")).toBeVisible();
  expect(tried).toMatchObject([
    { source: { address: "https://other.example.org/sru" }, isbn: "9780134610993" },
  ]);
  await user.clear(isbn);
  await user.type(isbn, "1{Enter}");
  expect(await screen.findByText("Invalid ISBN")).toBeVisible();
  expect(saved).toEqual([]);
});

test("no more servers than the limit can be added", async () => {
  const { user } = await open();
  const add = screen.getByRole("button", { name: "Add SRU server" });
  for (let servers = 1; servers < 5; servers += 1) await user.click(add);
  expect(within(list()).getAllByRole("listitem")).toHaveLength(6);
  expect(add).toHaveAttribute("aria-disabled", "true");
});
