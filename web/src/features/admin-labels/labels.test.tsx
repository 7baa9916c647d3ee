import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as csv from "@/lib/csv.ts";
import { aPreview, aSheet, someSheets } from "@/test/fixtures/labels.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

beforeEach(() => signedInAs(anAdmin()));

/** Records the requests of previews and documents. */
function serve(preview = aPreview()) {
  const previews: unknown[] = [];
  const documents: [string, unknown][] = [];
  const pdf = (name: string) =>
    http.post(api(name), async ({ request }) => {
      documents.push([name, await request.json()]);
      return new HttpResponse("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } });
    });
  const drawn = (name: string) =>
    http.post(api(`${name}/preview`), async ({ request }) => {
      previews.push(await request.json());
      return answer(preview);
    });
  server.use(pdf("/labels"), pdf("/library-cards"), drawn("/labels"), drawn("/library-cards"));
  return { previews, documents };
}

async function open(path = "/admin/labels") {
  await renderApp(path);
  const user = userEvent.setup({ delay: null });
  await screen.findByRole("combobox", { name: "Sheet" });
  return user;
}

const OPTIONS = {
  sheet: "avery-l7160",
  symbology: "code128",
  first: 1,
  outline: false,
  shiftRight: 0,
  shiftDown: 0,
};

describe("Print Labels", () => {
  it("prints a range of barcodes after a preview", async () => {
    const { previews, documents } = serve();
    const saved = vi.spyOn(csv, "saveBlob").mockReturnValue();
    const user = await open();
    const download = screen.getByRole("button", { name: /^Download PDF/ });
    expect(download).toHaveAttribute("aria-disabled", "true");
    expect(download).toHaveAccessibleDescription("Choose the copies first.");

    await user.type(screen.getByRole("textbox", { name: /^First barcode/ }), "300001");
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind of label" }), "combined");
    expect(await screen.findByRole("img", { name: "The first page: 3 labels" })).toBeVisible();
    expect(previews.at(-1)).toEqual({ barcodeFrom: "300001", kind: "combined", ...OPTIONS });

    await user.click(download);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/);
    expect(documents).toEqual([
      ["/labels", { barcodeFrom: "300001", kind: "combined", ...OPTIONS }],
    ]);
  });

  it("takes the copies that another screen has chosen", async () => {
    const { previews } = serve();
    await open("/admin/labels?copies=copy_1,copy_2");
    expect(screen.getByRole("combobox", { name: "Print labels for" })).toHaveDisplayValue(
      "The 2 selected copies",
    );
    await screen.findByRole("img", { name: "The first page: 3 labels" });
    expect(previews).toEqual([{ copies: ["copy_1", "copy_2"], kind: "barcode", ...OPTIONS }]);
  });

  it("prints library cards for the people of the address", async () => {
    const { previews, documents } = serve(aPreview({ labels: 1 }));
    vi.spyOn(csv, "saveBlob").mockReturnValue();
    const user = await open("/admin/labels?users=user_7");
    expect(screen.getByRole("heading", { level: 1, name: "Library Cards" })).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "Kind of label" })).toBeNull();
    await screen.findByRole("img", { name: "The first page: 1 card" });
    expect(previews).toEqual([{ users: ["user_7"], ...OPTIONS, sheet: "cards-a4" }]);
    await user.click(screen.getByRole("button", { name: /^Download PDF/ }));
    await waitFor(() => expect(documents.map(([name]) => name)).toEqual(["/library-cards"]));
  });

  it("chooses the first free label with the keyboard and by a press", async () => {
    const { previews } = serve();
    const user = await open("/admin/labels?book=book_1");
    const map = screen.getByRole("slider", { name: "First free label" });
    map.focus();
    await user.keyboard("{ArrowDown}{ArrowRight}{ArrowRight}{ArrowLeft}");
    expect(map).toHaveAttribute("aria-valuetext", "Label 5: row 2, column 2");
    await user.keyboard("{End}{ArrowRight}");
    expect(map).toHaveAttribute("aria-valuenow", "21");
    await user.keyboard("{Home}{ArrowUp}");
    expect(map).toHaveAttribute("aria-valuenow", "1");

    vi.spyOn(map, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 210, 297));
    // The seventh label: the first one of the third row.
    fireEvent.click(map, { clientX: 30, clientY: 100 });
    expect(map).toHaveAttribute("aria-valuenow", "7");
    // Between two columns, and beyond the labels.
    fireEvent.click(map, { clientX: 3, clientY: 100 });
    expect(map).toHaveAttribute("aria-valuenow", "7");
    await waitFor(() => expect(previews.at(-1)).toMatchObject({ first: 7, book: "book_1" }));
  });

  it("names the barcodes with problems, and prints nothing until they are solved", async () => {
    server.use(
      http.post(api("/labels/preview"), () =>
        failure(422, "validation", "This barcode is too long for the label", [
          { field: "labels.X-1", message: "This barcode is too long for the label" },
          { field: "barcodes.1", message: "No copy has this barcode" },
        ]),
      ),
    );
    const user = await open();
    await user.selectOptions(screen.getByRole("combobox", { name: "Print labels for" }), "list");
    await user.type(screen.getByRole("textbox", { name: "Barcodes" }), "A-1{Enter}A-2");
    expect(screen.getByText("2 barcodes")).toBeVisible();
    const problems = await screen.findByRole("alert");
    expect(
      within(problems)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["X-1: This barcode is too long for the label", "A-2: No copy has this barcode"]);
    const download = screen.getByRole("button", { name: /^Download PDF/ });
    expect(download).toHaveAccessibleDescription("Solve the problems above first.");
  });

  it("says how many copies get no spine label", async () => {
    serve(aPreview({ leftOut: 2 }));
    await open("/admin/labels?book=book_1");
    expect(
      await screen.findByText("2 copies have no call number and get no spine label."),
    ).toBeVisible();
  });

  it("keeps the sheet and the shift of this device", async () => {
    serve();
    const user = await open("/admin/labels?book=book_1");
    const shift = screen.getByRole("textbox", { name: "To the right (mm)" });
    await user.clear(shift);
    await user.type(shift, "1.5");
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind of barcode" }), "qr");
    expect(JSON.parse(localStorage.getItem("label-options:labels") ?? "")).toMatchObject({
      shiftRight: 15,
      symbology: "qr",
    });
  });

  it.each([
    ["in a tab that the press opens", true],
    ["from a file where the browser forbids the tab", false],
  ])("prints %s", async (_words, isAllowed) => {
    serve();
    const saved = vi.spyOn(csv, "saveBlob").mockReturnValue();
    const replace = vi.fn();
    const tab = { location: { replace } } as unknown as Window;
    vi.spyOn(window, "open").mockReturnValue(isAllowed ? tab : null);
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1" }));
    const user = await open("/admin/labels?book=book_1");
    await screen.findByRole("img", { name: "The first page: 3 labels" });
    await user.click(screen.getByRole("button", { name: "Print" }));
    const [used, unused] = isAllowed ? [replace, saved] : [saved, replace];
    await waitFor(() => expect(used).toHaveBeenCalledOnce());
    expect(unused).not.toHaveBeenCalled();
  });

  it("sends staff who may only print cards to the list of people", async () => {
    const admin = anAdmin();
    signedInAs({
      ...admin,
      permissions: admin.permissions.filter((name) => name !== "manage_catalogue"),
    });
    await renderApp("/admin/labels");
    expect(await screen.findByText("Choose people first")).toBeVisible();
  });
});

describe("own sheets", () => {
  it("are measured in millimetres, and begin with the chosen sheet", async () => {
    serve();
    const sent: unknown[] = [];
    const saved = someSheets([aSheet({ code: "own-spines", maker: "", name: "Spines" })]);
    server.use(
      http.get(api("/label-sheets"), () => answer(sent.length > 0 ? saved : someSheets())),
      http.put(api("/label-sheets"), async ({ request }) => {
        sent.push(await request.json());
        return answer(saved);
      }),
    );
    const user = await open();
    await user.click(screen.getByRole("button", { name: "New sheet" }));
    const dialog = await screen.findByRole("dialog", { name: "New sheet" });
    const width = within(dialog).getByRole("textbox", { name: "Width of a label" });
    expect(width).toHaveValue("63.5");
    await user.click(within(dialog).getByRole("button", { name: "Save sheet" }));
    expect(within(dialog).getByText("Enter a name for the sheet")).toBeVisible();
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Spines");
    await user.clear(width);
    await user.type(width, "80");
    await user.click(within(dialog).getByRole("button", { name: "Save sheet" }));
    expect(within(dialog).getByText("The labels are wider than the page")).toBeVisible();
    await user.clear(width);
    await user.type(width, "25.4");
    await user.click(within(dialog).getByRole("button", { name: "Save sheet" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      version: "v1",
      sheets: [{ name: "Spines", labelWidthUm: 25_400, labelHeightUm: 38_100, columns: 3 }],
    });
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Sheet" })).toHaveValue("own-spines"),
    );
  });

  it("can be deleted", async () => {
    serve();
    const own = aSheet({ code: "own-spines", maker: "", name: "Spines" });
    const sent: unknown[] = [];
    server.use(
      http.get(api("/label-sheets"), () => answer(someSheets([own]))),
      http.put(api("/label-sheets"), async ({ request }) => {
        sent.push(await request.json());
        return answer(someSheets());
      }),
    );
    const user = await open();
    await user.selectOptions(screen.getByRole("combobox", { name: "Sheet" }), "own-spines");
    await user.click(screen.getByRole("button", { name: "Edit sheet" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit sheet" });
    await user.click(within(dialog).getByRole("button", { name: "Delete sheet" }));
    const asked = await screen.findByRole("alertdialog");
    await user.click(within(asked).getByRole("button", { name: "Delete sheet" }));
    await waitFor(() => expect(sent).toEqual([{ sheets: [], version: "v1" }]));
  });
});
