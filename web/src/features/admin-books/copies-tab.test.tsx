import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aCopy } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

async function open() {
  signedInAs(anAdmin());
  await renderApp("/admin/books?edit=book-1&tab=copies");
  const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
  await editor.findByText("0000123");
  return { editor, user: userEvent.setup({ delay: null }) };
}

describe("the copies of a book", () => {
  it("are added with their own barcodes and conditions; Enter moves to the next barcode", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(api("/books/:id/copies"), async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? failure(422, "validation", "Another copy has this barcode", [
              { field: "copies.1.barcode", message: "Another copy has this barcode" },
            ])
          : answer([]);
      }),
    );
    const { editor, user } = await open();
    await user.click(editor.getByRole("button", { name: "Increase" }));
    await user.selectOptions(
      editor.getByRole("combobox", { name: "Barcodes" }),
      "Enter each barcode and condition",
    );
    // A scanner ends each code with Enter.
    await user.type(editor.getByRole("textbox", { name: /^Barcode(?! of)/ }), "A-1{Enter}");
    const second = editor.getByRole("textbox", { name: /^Barcode of copy 2/ });
    expect(second).toHaveFocus();
    expect(sent).toEqual([]);
    await user.selectOptions(editor.getByRole("combobox", { name: "Condition of copy 2" }), "Poor");
    await user.type(second, "A-2{Enter}");
    expect(await editor.findByText("Another copy has this barcode")).toBeVisible();
    expect(second).toHaveFocus();
    await user.clear(second);
    await user.click(editor.getByRole("button", { name: "Add copies" }));
    expect(await screen.findByText("2 copies added")).toBeVisible();
    const place = {
      callNumber: "823.914 HER",
      location: "Reading room",
      itemType: null,
      price: null,
      isLendable: true,
    };
    const first = { barcode: "A-1", condition: null };
    expect(sent).toEqual([
      { copies: [first, { barcode: "A-2", condition: "poor" }], ...place },
      { copies: [first, { barcode: "", condition: "poor" }], ...place },
    ]);
  });

  it("are added with a range of barcodes, of which only the ends are scanned", async () => {
    const sent: { copies: { barcode: string; condition: string | null }[] }[] = [];
    server.use(
      http.post(api("/books/:id/copies"), async ({ request }) => {
        sent.push((await request.json()) as (typeof sent)[number]);
        return answer([]);
      }),
    );
    const { editor, user } = await open();
    await user.selectOptions(
      editor.getByRole("combobox", { name: "Barcodes" }),
      "Use a range of labels",
    );
    expect(editor.queryByRole("textbox", { name: "Copies to add" })).toBeNull();
    await user.type(editor.getByRole("textbox", { name: "First barcode" }), "A-0123{Enter}");
    const last = editor.getByRole("textbox", { name: "Last barcode" });
    expect(last).toHaveFocus();
    await user.keyboard("A-0142{Enter}");
    // The number of copies is seen before they are added.
    const add = editor.getByRole("button", { name: "Add 20 copies" });
    expect(add).toHaveFocus();
    expect(editor.getByText(/^20 copies:/)).toHaveTextContent("20 copies: A-0123 – A-0142");
    expect(sent).toEqual([]);
    await user.selectOptions(editor.getByRole("combobox", { name: "Condition" }), "New");
    await user.click(add);
    expect(await screen.findByText("20 copies added")).toBeVisible();
    expect(sent).toHaveLength(1);
    const copies = sent[0]?.copies ?? [];
    expect(copies).toHaveLength(20);
    expect([copies[0], copies.at(-1)]).toEqual([
      { barcode: "A-0123", condition: "new" },
      { barcode: "A-0142", condition: "new" },
    ]);
    expect(sent[0]).not.toHaveProperty("count");
    expect(last).toHaveValue("");
  });

  it("say at the field what is wrong with a range, and which of its barcodes others have", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(api("/books/:id/copies"), async ({ request }) => {
        sent.push(await request.json());
        const message = "Another copy has this barcode";
        const taken = sent.length === 1 ? [1] : [1, 2, 3, 4, 5, 6, 7];
        return failure(
          422,
          "validation",
          message,
          taken.map((place) => ({ field: `copies.${place}.barcode`, message })),
        );
      }),
    );
    const { editor, user } = await open();
    await user.selectOptions(
      editor.getByRole("combobox", { name: "Barcodes" }),
      "Use a range of labels",
    );
    const first = editor.getByRole("textbox", { name: "First barcode" });
    const last = editor.getByRole("textbox", { name: "Last barcode" });
    await user.type(first, "0020");
    await user.type(last, "0010");
    await user.click(editor.getByRole("button", { name: "Add copies" }));
    expect(last).toHaveAccessibleDescription(
      "The last barcode must not be lower than the first one",
    );
    expect(last).toHaveFocus();
    expect(sent).toEqual([]);

    await user.clear(last);
    await user.type(last, "0029");
    await user.click(editor.getByRole("button", { name: "Add 10 copies" }));
    await waitFor(() =>
      expect(first).toHaveAccessibleDescription(/^Another copy has this barcode: 0021 /),
    );
    expect(first).toHaveFocus();
    await user.click(editor.getByRole("button", { name: "Add 10 copies" }));
    await waitFor(() =>
      expect(first).toHaveAccessibleDescription(
        /^Another copy has this barcode: 0021, 0022, 0023, 0024, 0025 and 2 more /,
      ),
    );
  });

  it("count labels without their check digits, unless staff say otherwise", async () => {
    const { editor, user } = await open();
    await user.selectOptions(
      editor.getByRole("combobox", { name: "Barcodes" }),
      "Use a range of labels",
    );
    await user.type(editor.getByRole("textbox", { name: "First barcode" }), "30000000000087");
    const last = editor.getByRole("textbox", { name: "Last barcode" });
    await user.type(last, "30000000000111");
    expect(editor.getByRole("button", { name: "Add 4 copies" })).toBeVisible();
    await user.click(editor.getByRole("checkbox", { name: "The last digit is a check digit" }));
    expect(editor.getByRole("button", { name: "Add 25 copies" })).toBeVisible();
  });

  it("are added once by a double click, although the number is one again after the first", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(api("/books/:id/copies"), async ({ request }) => {
        sent.push(await request.json());
        return answer([]);
      }),
    );
    const { editor, user } = await open();
    await user.click(editor.getByRole("button", { name: "Increase" }));
    const add = editor.getByRole("button", { name: "Add copies" });
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    await user.click(add);
    expect(await screen.findByText("2 copies added")).toBeVisible();
    await user.click(add);
    expect(sent).toMatchObject([{ count: 2 }]);
  });

  it("get labels: all of them, and those that were just added", async () => {
    const { editor, user } = await open();
    expect(editor.getByRole("link", { name: "Print labels" })).toHaveAttribute(
      "href",
      "/admin/labels?book=book-1",
    );
    const all = [aCopy(), aCopy({ _id: "copy-8", barcode: "0000888" })];
    server.use(
      http.post(api("/books/:id/copies"), () => answer(all)),
      http.get(api("/books/:id/copies"), () => answer(all)),
    );
    await user.click(editor.getByRole("button", { name: "Add copies" }));
    const added = await editor.findByRole("link", { name: "Print the label of the new copy" });
    expect(added).toHaveAttribute("href", "/admin/labels?copies=copy-8");
  });

  it("can be moved, renumbered and declared lost", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(api("/copies/copy-1"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ ...aCopy() });
      }),
    );
    const { editor, user } = await open();
    await user.click(editor.getByRole("button", { name: "Edit copy 0000123" }));
    const form = within(editor.getByRole("form", { name: "Edit copy 0000123" }));
    const location = form.getByRole("textbox", { name: /^Location/ });
    await user.clear(location);
    await user.type(location, "Hall");
    expect(form.queryByRole("textbox", { name: /^Reason/ })).toBeNull();
    await user.selectOptions(form.getByRole("combobox", { name: "State" }), "Lost");
    await user.type(form.getByRole("textbox", { name: /^Reason/ }), "Not on its shelf");
    await user.click(form.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Copy updated")).toBeVisible();
    expect(sent).toEqual([
      {
        barcode: "0000123",
        callNumber: "823.914 HER",
        location: "Hall",
        condition: "good",
        itemType: null,
        price: null,
        isLendable: true,
        state: "lost",
        stateReason: "Not on its shelf",
      },
    ]);
    expect(editor.queryByRole("form", { name: "Edit copy 0000123" })).toBeNull();
  });

  it("show the reason of their state, which is changed with the state or alone", async () => {
    const sent: unknown[] = [];
    const copy = aCopy({ state: "damaged", stateReason: "Water" });
    server.use(
      http.get(api("/books/:id/copies"), () => answer([copy])),
      http.put(api("/copies/copy-1"), async ({ request }) => {
        sent.push(await request.json());
        return answer(copy);
      }),
    );
    const { editor, user } = await open();
    const edit = async () => {
      await user.click(editor.getByRole("button", { name: "Edit copy 0000123" }));
      return within(editor.getByRole("form", { name: "Edit copy 0000123" }));
    };
    const list = within(editor.getByRole("list", { name: "Copies of this book" }));
    expect(list.getByText("Water")).toBeVisible();

    let form = await edit();
    const state = form.getByRole("combobox", { name: "State" });
    await user.selectOptions(state, "In repair");
    expect(form.getByRole("textbox", { name: /^Reason/ })).toHaveValue("");
    await user.selectOptions(state, "Damaged");
    const reason = form.getByRole("textbox", { name: /^Reason/ });
    expect(reason).toHaveValue("Water");
    await user.type(reason, " on the cover");
    await user.click(form.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(sent).toHaveLength(1));

    form = await edit();
    await user.selectOptions(form.getByRole("combobox", { name: "State" }), "Available");
    expect(form.queryByRole("textbox", { name: /^Reason/ })).toBeNull();
    await user.click(form.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(sent).toHaveLength(2));

    form = await edit();
    await user.click(form.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent).toMatchObject([
      { stateReason: "Water on the cover" },
      { state: "available", stateReason: "" },
      {},
    ]);
    expect(sent[0]).not.toHaveProperty("state");
    expect(sent[2]).not.toHaveProperty("stateReason");
  });

  it("are for use in the library only, and have a price", async () => {
    const sent: unknown[] = [];
    const copy = aCopy({ isLendable: false, price: 12.5 });
    server.use(
      http.get(api("/books/:id/copies"), () => answer([copy])),
      http.put(api("/copies/copy-1"), async ({ request }) => {
        sent.push(await request.json());
        return answer(copy);
      }),
    );
    const { editor, user } = await open();
    const list = within(editor.getByRole("list", { name: "Copies of this book" }));
    expect(list.getByText("Not for loan")).toBeVisible();
    expect(list.getByText(/price \$12\.50$/)).toBeVisible();
    await user.click(editor.getByRole("button", { name: "Edit copy 0000123" }));
    const form = within(editor.getByRole("form", { name: "Edit copy 0000123" }));
    const price = form.getByRole("textbox", { name: /^Price/ });
    expect(price).toHaveValue("12.50");
    for (const [typed, problem] of [
      ["1.234", "Enter an amount, such as 2.50"],
      ["0", "Price must be more than zero"],
      ["1000000.01", "Price is too high"],
    ] as const) {
      await user.clear(price);
      await user.type(price, typed);
      await user.click(form.getByRole("button", { name: "Save changes" }));
      expect(form.getByText(problem)).toBeVisible();
    }
    await user.clear(price);
    await user.type(price, "19,90");
    await user.click(form.getByRole("checkbox", { name: "Only for use in the library" }));
    await user.click(form.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Copy updated")).toBeVisible();
    expect(sent).toMatchObject([{ price: 19.9, isLendable: true }]);
  });

  it("are withdrawn by Enter after the reason", async () => {
    const sent: string[] = [];
    server.use(
      http.delete(api("/copies/copy-1"), ({ request }) => {
        sent.push(new URL(request.url).search);
        return answer(null);
      }),
    );
    const { editor, user } = await open();
    await user.click(editor.getByRole("button", { name: "Withdraw copy 0000123" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.type(dialog.getByRole("textbox", { name: /^Reason/ }), "Worn out{Enter}");
    expect(await screen.findByText("Copy withdrawn")).toBeVisible();
    expect(sent).toEqual(["?reason=Worn+out"]);
  });

  it("that were withdrawn are put back", async () => {
    const sent: unknown[] = [];
    server.use(
      http.get(api("/books/:id/copies"), () => answer([aCopy({ state: "withdrawn" })])),
      http.put(api("/copies/copy-1"), async ({ request }) => {
        sent.push(await request.json());
        return answer(aCopy());
      }),
    );
    const { editor, user } = await open();
    const name = "Put back copy 0000123";
    await user.click(editor.getByRole("button", { name }));
    expect(await screen.findByText("Copy is back in the collection")).toBeVisible();
    expect(sent).toEqual([{ state: "available" }]);
  });

  it("show the server's error of an item type beside it", async () => {
    server.use(
      http.put(api("/copies/copy-1"), () =>
        failure(422, "validation", "Check the fields", [
          { field: "itemType", message: "There is no such item type" },
        ]),
      ),
    );
    const { editor, user } = await open();
    await user.click(editor.getByRole("button", { name: "Edit copy 0000123" }));
    const form = within(editor.getByRole("form", { name: "Edit copy 0000123" }));
    const itemType = await form.findByRole("combobox", { name: "Item type" });
    await user.selectOptions(itemType, "Reference");
    await user.click(form.getByRole("button", { name: "Save changes" }));
    expect(await form.findByText("There is no such item type")).toBeVisible();
    expect(itemType).toHaveFocus();
  });

  it("on loan keep their state", async () => {
    server.use(
      http.get(api("/books/:id/copies"), () => answer([{ ...aCopy({ state: "on_loan" }) }])),
    );
    const { editor, user } = await open();
    await user.click(editor.getByRole("button", { name: "Edit copy 0000123" }));
    expect(editor.queryByRole("combobox", { name: "State" })).toBeNull();
  });
});
