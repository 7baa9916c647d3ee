import { beforeEach, expect, it, vi } from "vitest";

let whenActed: typeof import("./first-act.ts").whenActed;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ whenActed } = await import("./first-act.ts"));
  return () => vi.useRealTimers();
});

it.each(["pointermove", "touchstart", "keydown", "wheel"])(
  "runs tasks once at the first %s",
  (sign) => {
    const [first, second, cancelled] = [vi.fn(), vi.fn(), vi.fn()];
    whenActed(first);
    whenActed(second);
    whenActed(cancelled)();
    expect(first).not.toHaveBeenCalled();
    document.body.dispatchEvent(new Event(sign));
    document.body.dispatchEvent(new Event(sign));
    vi.advanceTimersByTime(20_000);
    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
    expect(cancelled).not.toHaveBeenCalled();
    const later = vi.fn();
    whenActed(later);
    expect(later).toHaveBeenCalledOnce();
  },
);

it("runs a task after 15 seconds without an act", () => {
  const task = vi.fn();
  whenActed(task);
  vi.advanceTimersByTime(14_999);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
});
