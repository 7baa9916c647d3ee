import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import type { Charge } from "@/api/queries/charges.ts";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";
import { type ChargeValues, chargeProblems } from "./charge-dialog.tsx";

const amara = aPerson({ name: "Amara Okafor", balance: 3.5 });

function aCharge(charge: Partial<Charge> = {}): Charge {
  const amount = charge.amount ?? 2.5;
  return {
    _id: "charge_1",
    userId: amara._id,
    reason: "processing",
    description: "Library card replaced",
    amount,
    outstanding: amount,
    status: "open",
    chargedAt: "2024-01-10T12:00:00.000Z",
    addedBy: "Grace Librarian",
    ...charge,
  };
}

async function openPerson(charges: () => readonly Charge[]) {
  server.use(
    http.get(api("/admin/users"), () => page([amara])),
    http.get(api("/admin/users/:id"), () => answer(amara)),
    http.get(api("/users/:id/charges"), () => page(charges().map((charge) => ({ ...charge })))),
  );
  signedInAs(anAdmin());
  await renderApp(`/admin/users?user=${amara._id}`);
  return userEvent.setup({ delay: null });
}

it("adds a charge, and takes it back from the toast", async () => {
  let charges: Charge[] = [];
  const sent: unknown[] = [];
  server.use(
    http.post(api("/users/:id/charges"), async ({ request }) => {
      sent.push(await request.json());
      charges = [aCharge()];
      return answer({ ...charges[0] });
    }),
    http.post(api("/charges/:id/cancel"), ({ params }) => {
      sent.push(params.id);
      charges = [];
      return answer({ ...aCharge({ status: "cancelled", outstanding: 0 }) });
    }),
  );
  const user = await openPerson(() => charges);
  await screen.findByText("Amara Okafor has no charges apart from fines for books.");
  await user.click(screen.getByRole("button", { name: "Add charge" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a charge" }));
  await user.click(dialog.getByRole("button", { name: "Add charge" }));
  expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription("Choose a reason");
  await user.selectOptions(dialog.getByLabelText("Reason"), "Service");
  await user.type(dialog.getByLabelText("Amount"), "2.50");
  await user.type(dialog.getByLabelText("Description"), "  Library card replaced ");
  await user.click(dialog.getByRole("button", { name: "Add charge" }));
  expect(await screen.findByText("Charge added")).toBeVisible();
  expect(sent).toEqual([
    { reason: "processing", amount: 2.5, description: "Library card replaced" },
  ]);
  expect(await screen.findByText("Library card replaced")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Undo/ }));
  expect(await screen.findByText("Charge canceled")).toBeVisible();
  expect(sent[1]).toBe("charge_1");
  await screen.findByText("Amara Okafor has no charges apart from fines for books.");
});

it("settles an open charge, and shows settled ones on request", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(api("/charges/:id/:act"), async ({ request, params }) => {
      sent.push([params.act, await request.json()]);
      return answer({ ...aCharge() });
    }),
  );
  const user = await openPerson(() => [
    aCharge(),
    aCharge({
      _id: "charge_2",
      description: "Prints",
      outstanding: 0,
      status: "settled",
    }),
  ]);
  const pay = await screen.findByRole("button", {
    name: "Record payment for Library card replaced",
  });
  await user.click(pay);
  const payment = within(await screen.findByRole("dialog", { name: "Record a payment" }));
  expect(payment.getByText("Amara Okafor owes $2.50 for “Library card replaced”.")).toBeVisible();
  await user.click(payment.getByRole("button", { name: "Record payment" }));
  await waitFor(() => expect(sent).toEqual([["payment", { amount: 2.5 }]]));

  await user.click(
    screen.getByRole("button", { name: "Waive the charge “Library card replaced”" }),
  );
  const waiver = within(await screen.findByRole("dialog", { name: "Waive a charge" }));
  await user.type(waiver.getByLabelText("Reason"), "A gift");
  await user.click(waiver.getByRole("button", { name: "Waive charge" }));
  await waitFor(() => expect(sent[1]).toEqual(["waiver", { amount: 2.5, note: "A gift" }]));
  expect(await screen.findByText("Charge waived")).toBeVisible();

  expect(screen.queryByText("Prints")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show 1 settled charge" }));
  expect(screen.getByText("Prints")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Record payment for Prints" })).toBeNull();
});

it("says why a charge cannot be canceled", async () => {
  const words = "Something was paid or waived for this charge";
  server.use(http.post(api("/charges/:id/cancel"), () => failure(409, "charge_settled", words)));
  const user = await openPerson(() => [aCharge()]);
  const name = "Cancel the charge “Library card replaced”";
  await user.click(await screen.findByRole("button", { name }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel this charge?" }));
  expect(dialog.getByRole("button", { name: "Keep charge" })).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel charge" }));
  expect(await dialog.findByText(words)).toBeVisible();
});

it("does not offer to cancel a charge that is paid in part", async () => {
  await openPerson(() => [aCharge({ outstanding: 1 })]);
  await screen.findByText("Library card replaced");
  expect(screen.queryByRole("button", { name: /^Cancel the charge/ })).toBeNull();
});

it.each<[string, Partial<ChargeValues>, object]>([
  ["valid", {}, {}],
  ["no reason", { reason: "" }, { reason: "admin.charges.reasonMissing" }],
  ["another reason", { reason: "overdue" }, { reason: "admin.charges.reasonMissing" }],
  ["no amount", { amount: "" }, { amount: "admin.fines.amountInvalid" }],
  ["nothing", { amount: "0" }, { amount: "admin.fines.amountZero" }],
  ["the largest amount", { amount: "1000000" }, {}],
  ["too much", { amount: "1000000.01" }, { amount: "admin.charges.amountTooHigh" }],
  ["no words", { description: "  " }, { description: "admin.charges.descriptionMissing" }],
  ["many words", { description: "é".repeat(500) }, {}],
  ["too many", { description: "é".repeat(501) }, { description: "admin.charges.descriptionLong" }],
])("checks a charge: %s", (_, values, problems) => {
  const charge = { reason: "lost", amount: "1.50", description: "A lost book", ...values };
  expect(chargeProblems(charge)).toEqual(problems);
});
