import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aBook, aBookDetail } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const COVER = `/covers/${"0a".repeat(16)}`;

/** The calls that save something, with their bodies; `refusal` is the response to the picture. */
function record(refusal: (() => Response) | null = null) {
  const sent: [string, unknown][] = [];
  let isRefused = refusal !== null;
  server.use(
    http.put(api("/books/book-1/cover"), ({ request }) => {
      sent.push(["cover", new URL(request.url).searchParams.get("updatedAt")]);
      if (isRefused && refusal) {
        isRefused = false;
        return refusal();
      }
      return answer({ ...aBook({ coverImage: COVER }) });
    }),
    http.put(api("/books/book-1"), async ({ request }) => {
      sent.push(["record", await request.json()]);
      return answer({ ...aBook() });
    }),
  );
  return sent;
}

async function open(coverImage: string | null) {
  server.use(http.get(api("/books/:id"), () => answer(aBookDetail({ coverImage }))));
  const { router } = await renderApp("/admin/books?edit=book-1");
  const cover = within(await screen.findByRole("group", { name: "Cover" }));
  const editor = within(screen.getByRole("dialog", { name: "Dune" }));
  const choose = () =>
    fireEvent.change(cover.getByLabelText("Picture file of the cover"), {
      target: { files: [new File(["…"], "cover.png", { type: "image/png" })] },
    });
  return { router, cover, editor, choose, user: userEvent.setup({ delay: null }) };
}

beforeEach(() => {
  signedInAs(anAdmin());
  // Not part of jsdom.
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:cover", revokeObjectURL: () => {} }),
  );
});

describe("the cover of a stored book", () => {
  const { updatedAt } = aBook();

  it("is uploaded when the form is saved", async () => {
    const sent = record();
    const { router, cover, editor, choose, user } = await open(null);
    choose();
    expect(
      await cover.findByText("The picture is uploaded when you save the changes."),
    ).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent).toEqual([
      ["cover", updatedAt],
      ["record", { updatedAt }],
    ]);
  });

  it("is removed when the form is saved, and is kept by a second press", async () => {
    const sent = record();
    const { router, cover, editor, user } = await open(COVER);
    await user.click(cover.getByRole("button", { name: "Remove cover" }));
    expect(cover.getByText("The cover is removed when you save the changes.")).toBeVisible();
    expect(cover.getByRole("button", { name: "Upload cover…" })).toHaveFocus();
    await user.click(cover.getByRole("button", { name: "Keep the saved cover" }));
    expect(cover.getByRole("button", { name: "Replace cover…" })).toBeVisible();
    await user.click(cover.getByRole("button", { name: "Remove cover" }));
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent).toEqual([["record", { coverImage: null, updatedAt }]]);
  });

  it("is not changed when the changes are discarded", async () => {
    const sent = record();
    const { router, editor, choose, user } = await open(COVER);
    choose();
    await user.click(editor.getByRole("button", { name: "Cancel" }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent).toEqual([]);
  });

  it("that is refused keeps the rest from being saved", async () => {
    const reason = "This file is no picture that can be read.";
    const sent = record(() =>
      failure(422, "validation", reason, [{ field: "cover", message: reason }]),
    );
    const { router, editor, choose, user } = await open(null);
    choose();
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    const words = "The cover could not be saved, and nothing else was saved.";
    expect(await editor.findByText(`${words} ${reason}`)).toBeVisible();
    expect(sent).toEqual([["cover", updatedAt]]);
    expect(router.state.location.search).toBe("?edit=book-1");
  });

  it("that somebody else has changed is replaced by the second save only", async () => {
    const sent = record(() => failure(409, "book_changed", "Someone else changed this book"));
    const { router, editor, choose, user } = await open(null);
    choose();
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    expect(await editor.findByText(/^Someone else changed the cover/)).toBeVisible();
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent).toEqual([
      ["cover", updatedAt],
      ["cover", null],
      ["record", {}],
    ]);
  });
});
