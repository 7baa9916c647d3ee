import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, page, server, signedInAs } from "@/test/server.ts";

const amara = aPerson({ name: "Amara Okafor", balance: 3.5 });

function aReceipt(number: number, amounts: readonly number[]) {
  return {
    number,
    paidAt: "2024-01-10T12:00:00.000Z",
    total: amounts.reduce((sum, amount) => sum + amount, 0),
    items: amounts.map((amount) => ({
      title: "Dune",
      barcode: "30000000000012",
      description: null,
      amount,
    })),
    note: null,
    recordedBy: "Grace Librarian",
  };
}

async function openPerson(person: typeof amara) {
  server.use(
    http.get(api("/admin/users"), () => page([person])),
    http.get(api("/admin/users/:id"), () => answer(person)),
  );
  signedInAs(anAdmin());
  await renderApp(`/admin/users?user=${person._id}`);
  return userEvent.setup({ delay: null });
}

it("records a payment of all fines, and shows the receipt for printing", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  const paid: unknown[] = [];
  let receipts = [aReceipt(6, [1])];
  server.use(
    http.get(api("/admin/users/:id/receipts"), () => answer(receipts)),
    http.post(api("/admin/users/:id/payments"), async ({ request }) => {
      paid.push(await request.json());
      receipts = [aReceipt(7, [2, 0.5]), ...receipts];
      return answer(receipts[0]);
    }),
  );
  const user = await openPerson(amara);
  await user.click(await screen.findByRole("button", { name: "Record payment of all charges" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Record a payment" }));
  expect(dialog.getByText("Amara Okafor owes $3.50 in total.")).toBeVisible();
  const amount = dialog.getByLabelText("Amount");
  expect(amount).toHaveValue("3.50");
  expect(amount).toHaveAccessibleDescription(/A part pays the oldest charges first/);
  await user.clear(amount);
  await user.type(amount, "2.5{Enter}");
  expect(await screen.findByText("Payment recorded")).toBeVisible();
  expect(paid).toEqual([{ amount: 2.5 }]);

  await user.click(screen.getByRole("button", { name: "Receipt" }));
  const shown = await screen.findByRole("dialog", { name: "Receipt" });
  const receipt = await within(shown).findByRole("region", { name: "Receipt 7" });
  expect(receipt).toHaveTextContent("Received from Amara Okafor for library charges");
  expect(within(receipt).getByRole("row", { name: /Total/ })).toHaveTextContent("$2.50");
  expect(receipt).toHaveTextContent("Recorded by Grace Librarian");
  await user.click(within(shown).getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});

it("shows earlier receipts of a person without unpaid fines", async () => {
  server.use(
    http.get(api("/admin/users/:id/receipts"), () => answer([aReceipt(9, [1]), aReceipt(4, [2])])),
  );
  const user = await openPerson({ ...amara, balance: 0 });
  await user.click(await screen.findByRole("button", { name: "Receipts" }));
  const shown = within(await screen.findByRole("dialog", { name: "Receipt" }));
  expect(await shown.findByRole("region", { name: "Receipt 9" })).toBeVisible();
  await user.selectOptions(shown.getByLabelText("Receipt"), "4 · Jan 10, 2024 · $2.00");
  expect(await shown.findByRole("region", { name: "Receipt 4" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Record payment of all charges" })).toBeNull();
});

it("offers nothing to a person without fines or receipts", async () => {
  await openPerson({ ...amara, balance: 0 });
  await screen.findByRole("heading", { name: "Amara Okafor" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Receipts" })).toBeNull());
  expect(screen.queryByRole("button", { name: "Record payment of all charges" })).toBeNull();
});
