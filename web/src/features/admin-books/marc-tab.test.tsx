import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aBookDetail, aMarcRecord } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const TEXT = aMarcRecord().text;
const LATER = "2024-02-01T09:30:00.000Z";

async function open(respond: (sent: Record<string, unknown>) => Response) {
  const sent: Record<string, unknown>[] = [];
  signedInAs(anAdmin());
  server.use(
    http.get(api("/admin/books"), () =>
      page([], { facets: { category: [] }, leftOut: [], didYouMean: null }),
    ),
    http.get(api("/books/:id"), () => answer(aBookDetail())),
    http.put(api("/books/:id/marc"), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return respond(body);
    }),
  );
  const { router } = await renderApp("/admin/books?edit=book-1&tab=marc");
  const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
  const area = await editor.findByRole<HTMLTextAreaElement>("textbox", { name: "MARC record" });
  return { router, editor, area, sent, user: userEvent.setup({ delay: null }) };
}

function saved(title: string) {
  return HttpResponse.json({
    success: true,
    message: "Book updated successfully!",
    data: aBookDetail({ title, updatedAt: LATER }),
    warnings: [],
    findings: [],
  });
}

describe("the MARC record of a book", () => {
  it("is shown with its findings, and its details follow what is saved", async () => {
    const { router, editor, area, sent, user } = await open(() => saved("Dune Messiah"));
    expect(area).toHaveValue(TEXT);
    expect(editor.getByText("No responsibility is stated")).toBeVisible();
    expect(editor.getByText(/^This record was made from the details/)).toBeVisible();
    await user.type(area, " Messiah");
    await user.click(editor.getByRole("button", { name: "Check and save" }));
    expect(await screen.findByText("MARC record saved")).toBeVisible();
    expect(sent).toEqual([{ text: `${TEXT} Messiah`, updatedAt: aBookDetail().updatedAt }]);
    await user.click(editor.getByRole("tab", { name: "Details" }));
    expect(router.state.location.search).toBe("?edit=book-1");
    expect(editor.getByLabelText("Title")).toHaveValue("Dune Messiah");
  });

  it("lists the errors of lines, and leads to them", async () => {
    const { editor, area, user } = await open(() =>
      failure(422, "validation", "Please check the record", [
        { field: "text", code: "marc_line", message: "Line 2: not a field" },
        { field: "text", code: "marc_field", message: "Field 008: missing" },
      ]),
    );
    await user.click(editor.getByRole("button", { name: "Check and save" }));
    expect(await editor.findByText("Field 008: missing")).toBeVisible();
    await user.click(editor.getByRole("button", { name: "Go to line 2" }));
    expect(area).toHaveFocus();
    expect(TEXT.slice(area.selectionStart, area.selectionEnd)).toBe("=245  10$aDune");
  });

  it("overwrites a change by another person only on the second save", async () => {
    const theirs = "Someone else changed this to “Their title” in the meantime";
    const { editor, sent, user } = await open((body) =>
      "updatedAt" in body
        ? failure(409, "book_changed", "Someone else changed this book", [
            { field: "title", message: theirs },
          ])
        : saved("Dune"),
    );
    await user.click(editor.getByRole("button", { name: "Check and save" }));
    expect(await editor.findByText(theirs)).toBeVisible();
    await user.click(editor.getByRole("button", { name: "Check and save" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ text: TEXT });
  });

  it("asks before its changes are discarded by another tab", async () => {
    const { router, editor, area, user } = await open(() => saved("Dune"));
    await user.type(area, "x");
    await user.click(editor.getByRole("tab", { name: "Details" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(router.state.location.search).toContain("tab=marc");
    await user.click(question.getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(router.state.location.search).toBe("?edit=book-1"));
  });

  it("is locked while the details have unsaved changes", async () => {
    const { editor, user } = await open(() => saved("Dune"));
    await user.click(editor.getByRole("tab", { name: "Details" }));
    await user.type(editor.getByLabelText("Title"), "!");
    await user.click(editor.getByRole("tab", { name: "MARC" }));
    expect(await editor.findByRole("textbox", { name: "MARC record" })).toHaveAttribute("readonly");
  });
});
