import { expect, it } from "vitest";
import { eventSplitter } from "./events.ts";

const TEXT =
  ': live changes\n\nevent: ready\ndata: {}\n\n:\n\nevent: changes\ndata: {"a":\ndata: 1}\n\n';
const EVENTS = [
  { name: "ready", data: "{}" },
  { name: "changes", data: '{"a":\n1}' },
];

it("finds the events between comments", () => {
  expect(eventSplitter()(TEXT)).toEqual(EVENTS);
  expect(eventSplitter()(TEXT.replaceAll("\n", "\r\n"))).toEqual(EVENTS);
});

it("assembles events that arrive in parts", () => {
  const split = eventSplitter();
  expect([...TEXT].flatMap((character) => split(character))).toEqual(EVENTS);
});

it("ignores fields that it does not know, and events without a name", () => {
  const split = eventSplitter();
  expect(split("id: 1\nretry: 5\n\ndata: {}\n\nevent\nevent:end\ndata:{}\n\n")).toEqual([
    { name: "end", data: "{}" },
  ]);
});

it("rejects an event that never ends", () => {
  const split = eventSplitter();
  const read = () => {
    for (let part = 0; part < 300; part += 1) split(`data: ${"x".repeat(1_000)}\n`);
  };
  expect(read).toThrow(RangeError);
  expect(() => eventSplitter()("x".repeat(300_000))).toThrow(RangeError);
});
