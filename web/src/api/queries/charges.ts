import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { borrowingKeys } from "../keys/person.ts";
import type { ListAnswer, Shape } from "../shapes.ts";
import { useChange } from "../use-change.ts";

export type Charge = Shape<"Charge">;
export type ChargeForm = Shape<"ChargeForm">;

/** The maximum number of entries of a page that the server accepts. */
const LARGEST_PAGE = 100;

/** Loads every page of a list of charges. */
async function loadAllPages(
  loadPage: (page: { page: number; limit: number }) => Promise<ListAnswer<Charge>>,
): Promise<Charge[]> {
  // By id, because a charge that moves to a later page during the loading would appear twice.
  const charges = new Map<string, Charge>();
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const { data, pagination } = await loadPage({ page, limit: LARGEST_PAGE });
    for (const charge of data) charges.set(charge._id, charge);
    pages = pagination.pages;
  }
  return [...charges.values()];
}

/** Staff: the charges of a person without a borrowing, the open ones first. */
export function useChargesOf(userId: string) {
  return useQuery({
    queryKey: borrowingKeys.chargesOfUser(userId),
    queryFn: ({ signal }) =>
      loadAllPages((query) =>
        call("GET", "/users/{id}/charges", { path: { id: userId }, query, signal }),
      ),
  });
}

/** The charges of the signed-in person without a borrowing, the open ones first. */
export function useMyCharges() {
  return useQuery({
    queryKey: borrowingKeys.charges,
    queryFn: ({ signal }) => loadAllPages((query) => call("GET", "/charges/my", { query, signal })),
  });
}

/** Staff: adds a charge to the account of a person. */
export function useAddCharge(userId: string) {
  return useChange({
    call: async (form: ChargeForm) =>
      (await call("POST", "/users/{id}/charges", { path: { id: userId }, body: form })).data,
    changes: "loan",
  });
}

/** Staff: cancels a charge that was added by mistake. */
export function useCancelCharge() {
  return useChange({
    call: (id: string) => call("POST", "/charges/{id}/cancel", { path: { id } }),
    changes: "loan",
    // The screen has its own message for every failure, and updates the list together with the message.
    quiet: true,
    waits: true,
  });
}

/** Staff: records a payment of a charge, or of a part of it. */
export function usePayCharge() {
  return useChange({
    call: ({ id, amount }: { id: string; amount: number }) =>
      call("POST", "/charges/{id}/payment", { path: { id }, body: { amount } }),
    changes: "loan",
  });
}

/** Staff: waives a charge or a part of it, with the reason. */
export function useWaiveCharge() {
  return useChange({
    call: ({ id, ...body }: { id: string; amount: number; note: string }) =>
      call("POST", "/charges/{id}/waiver", { path: { id }, body }),
    changes: "loan",
  });
}
