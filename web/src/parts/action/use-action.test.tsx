import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors.ts";
import { type Note, receiveNotes } from "@/ui/toast/notify.ts";
import { type Action, useAction } from "./use-action.ts";

let notes: Note[] = [];

beforeEach(() => {
  notes = [];
  return receiveNotes({ show: (note) => notes.push(note), dismiss: () => {} });
});

type Options = Parameters<typeof useAction<string, number>>[1];

/** Renders an action with a number as its value, and returns its results. */
function open(send: (value: number) => Promise<string>, options: Partial<Options> = {}) {
  let action: Action<number> | undefined;
  function Button() {
    action = useAction({ mutateAsync: send }, { failed: "It failed", ...options });
    return (
      <button type="button" disabled={action.pending} onClick={() => void action?.run(1)}>
        {action.problem ?? "Run"}
      </button>
    );
  }
  const { unmount } = render(<Button />);
  const run = (value: number) => {
    if (!action) throw new Error("not rendered");
    return action.run(value);
  };
  return { unmount, run, user: userEvent.setup() };
}

const failing = (status: number, message = "") =>
  vi.fn(() => Promise.reject(new ApiError({ status, code: "x", message })));

describe("an action", () => {
  it("is pending until the server has responded, and ignores the second click of a double click", async () => {
    let respond = (_answer: string) => {};
    const send = vi.fn(() => new Promise<string>((resolve) => (respond = resolve)));
    const { user } = open(send, { done: (answer, value) => `${answer} ${value}` });
    const button = screen.getByRole("button", { name: "Run" });
    await user.dblClick(button);
    expect(button).toBeDisabled();
    await act(async () => respond("Done"));
    expect(button).toBeEnabled();
    await user.click(button);
    expect(send).toHaveBeenCalledOnce();
    expect(notes).toMatchObject([{ tone: "success", message: "Done 1" }]);
  });

  it("runs again for another value, and for the same value after a moment", async () => {
    const send = vi.fn(() => Promise.resolve("Done"));
    const { run } = open(send);
    const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
    expect(await act(() => run(1))).toBe(true);
    expect(await act(() => run(1))).toBe(false);
    expect(await act(() => run(2))).toBe(true);
    now.mockReturnValue(1_600);
    expect(await act(() => run(2))).toBe(true);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("offers to undo what it did", async () => {
    const undo = vi.fn(() => Promise.resolve());
    const { run } = open(() => Promise.resolve("Done"), {
      done: (message) => ({ message, undo: { run: undo, done: "Undone" } }),
    });
    await act(() => run(1));
    expect(notes).toMatchObject([{ message: "Done", undo: { run: undo, done: "Undone" } }]);
  });

  it("shows the server's message of a refusal, or its own", async () => {
    const { run } = open(failing(409, "The book is lent"));
    expect(await act(() => run(1))).toBe(false);
    const other = open(failing(404));
    await act(() => other.run(1));
    expect(notes.map(({ tone, message }) => [tone, message])).toEqual([
      ["error", "The book is lent"],
      ["error", "It failed"],
    ]);
  });

  it("leaves a server error to the general toast, unless the screen has its own message for every failure", async () => {
    const general = open(failing(500, "Oops"));
    await act(() => general.run(1));
    expect(notes).toEqual([]);
    const own = open(failing(500, "Oops"), { shows: "ownToast" });
    await act(() => own.run(1));
    expect(notes).toMatchObject([{ tone: "error", message: "Oops" }]);
  });

  it("shows a failure in place until it runs again", async () => {
    const send = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new ApiError({ status: 409, code: "x", message: "Not now" }))
      .mockResolvedValue("Done");
    const { user } = open(send, { shows: "problem" });
    await user.click(screen.getByRole("button", { name: "Run" }));
    await user.click(await screen.findByRole("button", { name: "Not now" }));
    expect(await screen.findByRole("button", { name: "Run" })).toBeVisible();
    expect(notes).toEqual([]);
  });

  it("can be retried from the toast after a lost response, also when its screen has closed", async () => {
    const send = vi
      .fn<(value: number) => Promise<string>>()
      .mockRejectedValueOnce(new ApiError({ status: 0, code: "network", message: "" }))
      .mockResolvedValue("Done");
    const { run, unmount } = open(send, { done: (answer) => answer });
    await act(() => run(7));
    unmount();
    const [repeat] = notes[0]?.actions ?? [];
    if (!repeat || !("run" in repeat)) throw new Error("nothing to repeat it");
    expect(repeat.label).toBe("Try again");
    await act(async () => repeat.run());
    expect(send.mock.calls).toEqual([[7], [7]]);
    expect(notes.at(-1)).toMatchObject({ tone: "success", message: "Done" });
  });
});
