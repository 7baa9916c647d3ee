import { describe, expect, it } from "vitest";
import { covers, createPast, secondsToAsk } from "./past.ts";

const ready = (pastSeconds: number) => ({
  name: "ready",
  data: JSON.stringify({ pastSeconds }),
});
const change = (number: number) => ({ name: "changes", data: String(number) });

it.each([
  [0, 10],
  [3_001, 14],
  [590_000, 600],
  [590_001, undefined],
  // A clock that was set back.
  [-5_000, 5],
  [-60_000, undefined],
])("asks for the seconds since the data were current, and some more: %i ms", (age, seconds) => {
  expect(secondsToAsk(1_000_000, 1_000_000 + age)).toBe(seconds);
});

it.each([
  [20, 20_000, true],
  [20, 20_001, false],
  [0, 1, false],
])("%i seconds cover %i ms: %s", (seconds, age, expected) => {
  expect(covers(ready(seconds), 1_000_000, 1_000_000 + age)).toBe(expected);
});

it("takes an event without seconds for one that covers nothing", () => {
  expect(covers({ name: "ready", data: "{}" }, 0, 1)).toBe(false);
});

describe("the past of a stream", () => {
  it("is empty until the stream is ready, and after it has ended", () => {
    const past = createPast();
    past.add(change(1), 0);
    expect(past.events(0)).toEqual([]);
    past.add(ready(0), 0);
    expect(past.events(0)).toHaveLength(1);
    past.end();
    expect(past.events(0)).toEqual([]);
  });

  it("covers what the stream covered and the time since", () => {
    const past = createPast();
    past.add(ready(20), 100_000);
    past.add(change(1), 101_000);
    expect(past.events(105_500)).toEqual([ready(25), change(1)]);
  });

  it("covers less when changes were dropped", () => {
    const past = createPast();
    past.add(ready(20), 100_000);
    for (let number = 1; number <= 102; number += 1)
      past.add(change(number), 100_000 + number * 1000);
    const [first, ...changes] = past.events(210_000);
    expect(first).toEqual(ready(108));
    expect(changes[0]).toEqual(change(3));
    expect(changes).toHaveLength(100);
  });
});
