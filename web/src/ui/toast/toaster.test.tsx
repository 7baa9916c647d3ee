import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Note, notify, receiveNotes } from "./notify.ts";
import { ToastOutlet } from "./toast-outlet.tsx";
import Toaster from "./toaster.tsx";

afterEach(() => {
  vi.useRealTimers();
});

describe("notify", () => {
  it("shows each tone for the time of the specification", () => {
    const notes: Note[] = [];
    const stop = receiveNotes({ show: (note) => notes.push(note), dismissErrors: () => {} });
    notify.success("Login successful!");
    notify.error("Login failed");
    notify.info("By the way");
    stop();
    expect(notes).toEqual([
      { tone: "success", message: "Login successful!", duration: 3_000 },
      { tone: "error", message: "Login failed", duration: 5_000 },
      { tone: "info", message: "By the way", duration: 4_000 },
    ]);
  });

  it("queues messages until a receiver is registered", () => {
    notify.success("First");
    const show = vi.fn();
    receiveNotes({ show, dismissErrors: () => {} })();
    expect(show).toHaveBeenCalledOnce();
  });

  it("forgets queued errors that were dismissed", () => {
    notify.error("Login failed");
    notify.success("Login successful!");
    notify.dismissErrors();
    const show = vi.fn();
    receiveNotes({ show, dismissErrors: () => {} })();
    expect(show.mock.calls).toMatchObject([[{ message: "Login successful!" }]]);
  });
});

describe("the toasts", () => {
  it("appear at the top right", async () => {
    render(<ToastOutlet />);
    act(() => notify.info("By the way"));
    const region = await screen.findByRole("region", { name: "Notifications" });
    expect(region).toHaveClass("fixed", "top-18", "sm:end-6");
  });

  it.each([
    ["success", 3_000],
    ["error", 5_000],
    ["info", 4_000],
  ] as const)("disappear after their time: %s, %i ms", async (tone, duration) => {
    vi.useFakeTimers();
    const wait = (milliseconds: number) =>
      act(() => vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined));
    render(<Toaster />);
    act(() => notify[tone]("By the way"));
    await wait(duration - 100);
    expect(screen.getByText("By the way")).toBeVisible();
    // The rest of the time, and the end of the transition.
    await wait(100 + 200);
    expect(screen.queryByText("By the way")).toBeNull();
  });

  it("are shown from the first one, and can be dismissed", async () => {
    const user = userEvent.setup({ delay: null });
    render(<ToastOutlet />);
    act(() => notify.error("Failed to borrow book"));
    const region = await screen.findByRole("region", { name: "Notifications" });
    expect(await within(region).findByText("Failed to borrow book")).toBeVisible();
    await user.click(
      within(region).getByRole("button", { name: "Dismiss: Failed to borrow book" }),
    );
    await waitFor(() => expect(within(region).queryByText("Failed to borrow book")).toBeNull());
  });

  it("lose their errors, and nothing else, when a new attempt begins", async () => {
    render(<Toaster />);
    act(() => {
      notify.error("Login failed");
      notify.info("By the way");
    });
    expect(await screen.findByText("Login failed")).toBeVisible();
    act(() => notify.dismissErrors());
    await waitFor(() => expect(screen.queryByText("Login failed")).toBeNull());
    expect(screen.getByText("By the way")).toBeVisible();
    // The same error is shown again when it happens again.
    act(() => notify.error("Login failed"));
    expect(await screen.findByText("Login failed")).toBeVisible();
  });
});
