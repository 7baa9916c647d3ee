import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answer, api, failure, server } from "@/test/server.ts";
import { call, setBeginWrite } from "./client.ts";
import { beginWrite } from "./idempotency.ts";

type Outcome = () => Response;

const taken: Outcome = () => answer({});
const lost: Outcome = () => HttpResponse.error();
const broken: Outcome = () => failure(503, "unavailable", "Busy");
const refused: Outcome = () => failure(409, "nothing_owed", "No");

let number = 0;
let borrowingId: string;

beforeEach(() => {
  setBeginWrite(beginWrite);
  number += 1;
  borrowingId = `borrowing_${number}`;
});

const path = () => ({ path: { borrowingId } });
const pay = (amount: number) =>
  call("POST", "/admin/borrowings/{borrowingId}/payments", { ...path(), body: { amount } });
const waive = (amount: number) =>
  call("POST", "/admin/borrowings/{borrowingId}/waivers", {
    ...path(),
    body: { amount, note: "Shelf" },
  });

/** The keys of payments with these outcomes. */
async function keysOf(...presses: readonly [press: () => Promise<unknown>, outcome: Outcome][]) {
  const keys: (string | null)[] = [];
  for (const [press, outcome] of presses) {
    server.use(
      http.post(api("/admin/borrowings/:id/:act"), ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return outcome();
      }),
    );
    await press().catch(() => {});
  }
  return keys;
}

describe("the idempotency key", () => {
  it("is random, and new for each call after a response", async () => {
    const keys = await keysOf(
      [() => pay(2), taken],
      [() => pay(2), refused],
      [() => pay(2), taken],
    );
    expect(new Set(keys).size).toBe(3);
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^[0-9a-f]{32}$/)));
  });

  it.each([
    ["the connection was lost", lost],
    ["the server was busy, and may have done it", broken],
  ])("is reused after %s, so that a payment is not recorded twice", async (_when, outcome) => {
    const [first, second, third, fourth] = await keysOf(
      [() => pay(2), outcome],
      [() => pay(2), outcome],
      [() => pay(2), taken],
      [() => pay(2), taken],
    );
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it("is new for another amount", async () => {
    const [first, second] = await keysOf([() => pay(2), lost], [() => pay(3), taken]);
    expect(second).not.toBe(first);
  });

  it("is new after another call has changed the same entity", async () => {
    const [first, , third] = await keysOf(
      [() => pay(2), lost],
      [() => waive(1), taken],
      [() => pay(2), taken],
    );
    expect(third).not.toBe(first);
  });

  it("is new after ten minutes", async () => {
    const now = vi.spyOn(performance, "now");
    const begun = performance.now();
    const [first] = await keysOf([() => pay(2), lost]);
    now.mockReturnValue(begun + 601_000);
    const [later] = await keysOf([() => pay(2), taken]);
    expect(later).not.toBe(first);
  });

  it("is not shared by two concurrent calls", async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(api("/admin/borrowings/:id/payments"), ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return taken();
      }),
    );
    await Promise.all([pay(2), pay(2)]);
    expect(new Set(keys).size).toBe(2);
  });

  it("is not sent with a read", async () => {
    let key: string | null = "";
    server.use(
      http.get(api("/books"), ({ request }) => {
        key = request.headers.get("Idempotency-Key");
        return answer([]);
      }),
    );
    await call("GET", "/books");
    expect(key).toBeNull();
  });
});
