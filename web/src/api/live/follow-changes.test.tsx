import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serveStreams, setVisible, type TestStream } from "@/test/live-stream.ts";
import { bookKeys } from "../keys/books.ts";
import { libraryKeys } from "../keys/library.ts";
import { borrowingKeys } from "../keys/person.ts";
import { followChanges } from "./follow-changes.ts";

let streams: TestStream[] = [];
let client: QueryClient;
let stop = () => {};
const onPermissions = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  localStorage.setItem("token", "t");
  streams = serveStreams();
  client = new QueryClient();
  setVisible(true);
  onPermissions.mockClear();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const follow = () => {
  stop = followChanges(client, { personId: "ada", onPermissions });
};

/** Mounts a query as on a screen. @returns the number of fetches, and a function that unmounts it */
function show(queryKey: readonly unknown[], data: unknown = {}) {
  const fetched = vi.fn(async () => data);
  const observer = new QueryObserver(client, { queryKey, queryFn: fetched, staleTime: 300_000 });
  return { fetched, leave: observer.subscribe(() => {}) };
}

async function opened(count: number): Promise<TestStream> {
  await vi.waitFor(() => expect(streams).toHaveLength(count));
  const stream = streams.at(-1);
  if (!stream) throw new Error("no stream");
  return stream;
}

const times = (count: number, fetched: ReturnType<typeof vi.fn>) =>
  vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(count));

const round = () => vi.advanceTimersByTimeAsync(1_300);

it("has no stream while no screen shows live data, and closes it after the last one", async () => {
  show(libraryKeys.details);
  follow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(streams).toEqual([]);
  const mine = show(borrowingKeys.mine);
  const stream = await opened(1);
  mine.leave();
  // The next screen shows live data too.
  await vi.advanceTimersByTimeAsync(1_000);
  const book = show(bookKeys.detail("book_1"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stream.closed).toBe(false);
  book.leave();
  await vi.advanceTimersByTimeAsync(5_100);
  expect(stream.closed).toBe(true);
});

it("closes the stream of a hidden tab, and fetches its data again when it is visible", async () => {
  const { fetched } = show(borrowingKeys.mine);
  follow();
  const stream = await opened(1);
  setVisible(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(stream.closed).toBe(true);
  setVisible(true);
  (await opened(2)).send("ready");
  await round();
  await times(2, fetched);
});

it("fetches only data that is on screen and has changed", async () => {
  const mine = show(borrowingKeys.mine);
  const shown = show(bookKeys.detail("book_1"), { _id: "book_1" });
  const list = show(bookKeys.list({}), { data: [{ _id: "book_2" }, { _id: "book_3" }] });
  follow();
  const stream = await opened(1);
  stream.send("changes", { changes: [{ topic: "books", ids: ["book_3", "book_4"] }] });
  await round();
  await times(2, list.fetched);
  expect(shown.fetched).toHaveBeenCalledOnce();
  expect(mine.fetched).toHaveBeenCalledOnce();
  stream.send("changes", { changes: [{ topic: "books", ids: null }] });
  await round();
  await times(2, shown.fetched);
  stream.send("changes", { changes: [{ topic: "own_borrowings", ids: ["borrowing_1"] }] });
  await round();
  await times(2, mine.fetched);
  expect(onPermissions).not.toHaveBeenCalled();
});

it("fetches in rounds when many changes arrive", async () => {
  const { fetched } = show(bookKeys.detail("book_1"), { _id: "book_1" });
  follow();
  const stream = await opened(1);
  for (let change = 0; change < 20; change += 1) {
    stream.send("changes", { changes: [{ topic: "books", ids: ["book_1"] }] });
    await vi.advanceTimersByTimeAsync(100);
  }
  await round();
  expect(fetched.mock.calls.length).toBeLessThanOrEqual(4);
  expect(fetched.mock.calls.length).toBeGreaterThanOrEqual(3);
});

it("fetches only what was announced after an event that covers the age of the page", async () => {
  const mine = show(borrowingKeys.mine);
  const list = show(bookKeys.list({}), { data: [{ _id: "book_3" }] });
  follow();
  const stream = await opened(1);
  expect(stream.pastSeconds).toBeGreaterThanOrEqual(10);
  stream.send("ready", { pastSeconds: stream.pastSeconds });
  stream.send("changes", { changes: [{ topic: "books", ids: ["book_3"] }] });
  await round();
  await times(2, list.fetched);
  expect(mine.fetched).toHaveBeenCalledOnce();
  // The next stream covers the time since this one.
  stream.end();
  await vi.advanceTimersByTimeAsync(3_100);
  const next = await opened(2);
  expect(next.pastSeconds).toBeGreaterThanOrEqual(10);
  expect(next.pastSeconds).toBeLessThanOrEqual(15);
  next.send("ready", { pastSeconds: next.pastSeconds });
  await round();
  expect(list.fetched).toHaveBeenCalledTimes(2);
  expect(mine.fetched).toHaveBeenCalledOnce();
});

it.each(["ready", "resync"])("fetches everything on screen after %s", async (event) => {
  const shown = [show(borrowingKeys.mine), show(bookKeys.list({}), { data: [] })];
  follow();
  (await opened(1)).send(event);
  await round();
  for (const { fetched } of shown) await times(2, fetched);
  // The person's permissions may have changed together with the data.
  expect(onPermissions).toHaveBeenCalledTimes(event === "resync" ? 1 : 0);
});

it.each([
  ["the permissions", { changes: [{ topic: "own_account", ids: null }] }, 1],
  ["nothing for a topic of a newer server", { changes: [{ topic: "shelves", ids: null }] }, 0],
])("loads again: %s", async (_what, data, count) => {
  const { fetched } = show(borrowingKeys.mine);
  follow();
  (await opened(1)).send("changes", data);
  await round();
  await vi.waitFor(() => expect(onPermissions).toHaveBeenCalledTimes(count));
  expect(fetched).toHaveBeenCalledOnce();
});

it.each([
  ["text", "{"],
  ["other", { changes: [1] }],
])("fetches everything after an event that it cannot read: %s", async (_what, data) => {
  const { fetched } = show(borrowingKeys.mine);
  follow();
  (await opened(1)).send("changes", data);
  await round();
  await times(2, fetched);
});
