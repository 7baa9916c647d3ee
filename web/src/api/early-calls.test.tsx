import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { earlyData, earlyResponse, readEarlyCalls } from "./early-calls.ts";

const ADDRESS = `${location.origin}/api/library`;

let sent: Promise<Response>;

beforeEach(() => {
  localStorage.setItem("token", "t");
  sent = Promise.resolve(new Response('{"data":{"name":"Town Library"}}'));
  window.earlyCalls = { token: "t", responses: { "/api/library": sent } };
});

afterEach(() => {
  delete window.earlyCalls;
});

const nameOfLibrary = () => earlyData("/library", {}, ({ data }) => data.name).initialData();

it("gives a response to one caller", () => {
  expect(earlyResponse(ADDRESS, 900)).toBe(sent);
  expect(earlyResponse(ADDRESS, 901)).toBeUndefined();
});

it("gives no response to another address", () => {
  expect(earlyResponse(`${ADDRESS}?page=2`, 900)).toBeUndefined();
});

it("gives no response after a sign-in or sign-out", () => {
  localStorage.removeItem("token");
  expect(earlyResponse(ADDRESS, 900)).toBeUndefined();
});

it("gives no response later, when data may have changed", () => {
  expect(earlyResponse(ADDRESS, 5_000)).toBeUndefined();
});

it("is the first data of a query once", async () => {
  await readEarlyCalls();
  // The page is older than a few seconds in a long run of tests.
  vi.spyOn(performance, "now").mockReturnValue(900);
  expect(nameOfLibrary()).toBe("Town Library");
  expect(nameOfLibrary()).toBeUndefined();
});

it("leaves a response that is not there yet to the call", () => {
  expect(nameOfLibrary()).toBeUndefined();
  expect(earlyResponse(ADDRESS, 900)).toBe(sent);
});

it("keeps nothing of a response that a caller takes while it is read", async () => {
  const reading = readEarlyCalls();
  expect(earlyResponse(ADDRESS, 900)).toBe(sent);
  await reading;
  window.earlyCalls = { token: "t", responses: { "/api/library": sent } };
  vi.spyOn(performance, "now").mockReturnValue(900);
  expect(nameOfLibrary()).toBeUndefined();
});

it("leaves refusals to the call", async () => {
  const refused = Promise.resolve(new Response("{}", { status: 403 }));
  window.earlyCalls = { token: "t", responses: { "/api/library": refused } };
  await readEarlyCalls();
  expect(nameOfLibrary()).toBeUndefined();
  expect(await earlyResponse(ADDRESS, 900)?.then((response) => response.text())).toBe("{}");
});

it("gives nothing on pages without early calls", async () => {
  delete window.earlyCalls;
  await readEarlyCalls();
  expect(earlyResponse(ADDRESS, 0)).toBeUndefined();
});
