import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { giveLocks, serveStreams, type TestStream } from "@/test/live-stream.ts";
import { api, server } from "@/test/server.ts";
import { waitBefore } from "./connection.ts";
import { followSharedStream } from "./shared-stream.ts";

let streams: TestStream[] = [];
let tabs: AbortController[] = [];

beforeEach(() => {
  localStorage.setItem("token", "t");
  streams = serveStreams();
  tabs = [];
});

afterEach(() => {
  for (const tab of tabs) tab.abort();
  vi.useRealTimers();
});

function openTab(personId = "ada") {
  const events: string[] = [];
  const controller = new AbortController();
  tabs.push(controller);
  followSharedStream(personId, controller.signal, {
    onEvent: ({ name }) => events.push(name),
    onSign: () => {},
    currentAt: () => Date.now(),
  });
  return { events, close: () => controller.abort() };
}

const opened = (count: number) => vi.waitFor(() => expect(streams).toHaveLength(count));
const received = (tab: { events: string[] }, ...events: string[]) =>
  vi.waitFor(() => expect(tab.events).toEqual(events));

describe("with locks", () => {
  beforeEach(giveLocks);

  it("all tabs of a person share one stream, and a tab that joins gets the event `ready`", async () => {
    const first = openTab();
    await opened(1);
    streams[0]?.send("ready");
    await received(first, "ready");
    const second = openTab();
    await received(second, "ready");
    streams[0]?.send("changes");
    await received(first, "ready", "changes");
    await received(second, "ready", "changes");
    // What changed before a tab joins is announced to it.
    await received(openTab(), "ready", "changes");
    expect(streams).toHaveLength(1);
    expect(streams[0]?.token).toBe("Bearer t");
  });

  it("another tab opens a stream when the tab with the stream closes", async () => {
    const first = openTab();
    await opened(1);
    const second = openTab();
    first.close();
    await opened(2);
    streams[1]?.send("ready");
    await received(second, "ready");
    expect(streams[0]?.closed).toBe(true);
    expect(first.events).toEqual([]);
  });

  it("a person does not get the events of another person", async () => {
    const ada = openTab("ada");
    const bob = openTab("bob");
    await opened(2);
    streams[0]?.send("changes");
    await received(ada, "changes");
    expect(bob.events).toEqual([]);
  });
});

it("without locks each tab has its own stream", async () => {
  const [first, second] = [openTab(), openTab()];
  await opened(2);
  streams[0]?.send("changes");
  streams[1]?.send("resync");
  await received(first, "changes");
  await received(second, "resync");
});

describe("a stream that ends", () => {
  it.each(["the server stops", "it is silent"])("is reopened when %s", async (why) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    openTab();
    await opened(1);
    if (why === "it is silent") await vi.advanceTimersByTimeAsync(31_000);
    else streams[0]?.end();
    await vi.advanceTimersByTimeAsync(3_100);
    await opened(2);
  });

  it("is reopened at once when the network is back", async () => {
    openTab();
    await opened(1);
    streams[0]?.end();
    await vi.waitFor(() => {
      window.dispatchEvent(new Event("online"));
      expect(streams).toHaveLength(2);
    });
  });

  it("stays closed after its session has ended, keeps the token, and reopens for a new session", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    openTab();
    await opened(1);
    streams[0]?.send("end", { reason: "signed_out" });
    localStorage.setItem("token", "renewed");
    await vi.advanceTimersByTimeAsync(5_100);
    await opened(2);
    expect(streams[1]?.token).toBe("Bearer renewed");
    streams[1]?.send("end", { reason: "signed_out" });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(streams).toHaveLength(2);
    expect(localStorage.getItem("token")).toBe("renewed");
  });

  it.each([401, 403, 406, 204])("is not reopened after status %i", async (status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const respond = vi.fn(() => new HttpResponse(null, { status }));
    server.use(http.get(api("/changes/stream"), respond));
    openTab();
    await vi.waitFor(() => expect(respond).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(600_000);
    expect(respond).toHaveBeenCalledOnce();
    expect(localStorage.getItem("token")).toBe("t");
  });
});

it("waits longer after each failure, with a random part", () => {
  expect([0, 1, 2].map((failures) => waitBefore(failures, 0.5))).toEqual([2_000, 4_000, 8_000]);
  expect([waitBefore(0, 0), waitBefore(0, 1)]).toEqual([1_000, 3_000]);
  expect(waitBefore(50, 1)).toBe(90_000);
});
