import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Dialog } from "../dialog.tsx";
import { type Note, type NoteAction, notify, receiveNotes } from "./notify.ts";
import { ToastOutlet } from "./toast-outlet.tsx";
import Toaster from "./toaster.tsx";

afterEach(() => {
  vi.useRealTimers();
});

/** Advances the fake clock. */
const wait = (milliseconds: number) =>
  act(() => vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined));

describe("notify", () => {
  it("shows each tone for the time of the specification", () => {
    const notes: Note[] = [];
    const stop = receiveNotes({ show: (note) => notes.push(note), dismiss: () => {} });
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
    receiveNotes({ show, dismiss: () => {} })();
    expect(show).toHaveBeenCalledOnce();
  });

  it("does not show queued errors that were dismissed", () => {
    notify.error("Login failed");
    notify.success("Login successful!");
    notify.dismissErrors();
    const show = vi.fn();
    receiveNotes({ show, dismiss: () => {} })();
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
    render(<Toaster />);
    act(() => notify[tone]("By the way"));
    await wait(duration - 100);
    expect(screen.getByText("By the way")).toBeVisible();
    // The remaining time, and the transition.
    await wait(100 + 200);
    expect(screen.queryByText("By the way")).toBeNull();
  });

  it("are shown, including the first one, and can be dismissed", async () => {
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

  it("lose only their errors when a new attempt begins", async () => {
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

/** Shows a note with these actions. */
function showReturn(title: string, ...actions: NoteAction[]): void {
  act(() => notify.success("Book returned successfully!", { detail: title, actions }));
}

const toasts = () => screen.queryAllByRole("group", { name: "Book returned successfully!" });

describe("the toasts with actions", () => {
  it("have the message as their name and the detail as their description", async () => {
    render(<Toaster />);
    showReturn("Dune\nAmara Okafor · Copy 0000123", { label: "Undo", run: () => {} });
    const detail = "Dune Amara Okafor · Copy 0000123";
    expect(toasts()[0]).toHaveAccessibleDescription(detail);
    for (const name of ["Undo", "Dismiss: Book returned successfully!"]) {
      expect(screen.getByRole("button", { name })).toHaveAccessibleDescription(detail);
    }
    expect(screen.getByRole("region", { name: "Notifications" })).toHaveAttribute("aria-live");
  });

  it("close with an action, which runs once also when it is pressed twice", async () => {
    const [undo, pay] = [vi.fn(), vi.fn()];
    render(<Toaster />);
    showReturn("Dune", { label: "Undo", run: undo }, { label: "Record payment", run: pay });
    const button = screen.getByRole("button", { name: "Undo" });
    const other = screen.getByRole("button", { name: "Record payment" });
    // Both presses come before the toast is rendered as closed.
    act(() => {
      for (const pressed of [button, button, other]) pressed.click();
    });
    expect(undo).toHaveBeenCalledOnce();
    expect(pay).not.toHaveBeenCalled();
    await waitFor(() => expect(toasts()).toHaveLength(0));
  });

  it("do not run the action of another toast that has moved under the pointer during a double click", async () => {
    const user = userEvent.setup({ delay: null });
    const [first, second] = [vi.fn(), vi.fn()];
    render(<Toaster />);
    showReturn("Solaris", { label: "Undo", run: second });
    showReturn("Dune", { label: "Undo", run: first });
    const press = (target: HTMLElement | undefined) =>
      user.pointer([
        { target: target as HTMLElement, coords: { clientX: 900, clientY: 150 } },
        { keys: "[MouseLeft]" },
      ]);
    const [top, below] = screen.getAllByRole("button", { name: "Undo" });
    await press(top);
    await press(below);
    expect(first).toHaveBeenCalledOnce();
    expect(second).not.toHaveBeenCalled();
  });

  it("are never merged: each has the action of its own note", async () => {
    const user = userEvent.setup({ delay: null });
    const [first, second] = [vi.fn(), vi.fn()];
    render(<Toaster />);
    showReturn("Dune", { label: "Undo", run: first });
    showReturn("Dune", { label: "Undo", run: second });
    expect(toasts()).toHaveLength(2);
    // The latest is on top.
    await user.click(screen.getAllByRole("button", { name: "Undo" })[0] as HTMLElement);
    expect(second).toHaveBeenCalledOnce();
    expect(first).not.toHaveBeenCalled();
    await waitFor(() => expect(toasts()).toHaveLength(1));
  });

  it("replace the note with the same id, and can be pressed again", async () => {
    const user = userEvent.setup({ delay: null });
    const undo = vi.fn();
    render(<Toaster />);
    const remove = () =>
      act(() =>
        notify.success("“Dune” removed from favorites", {
          id: "favorite book-1",
          actions: [{ label: "Undo", run: undo }],
        }),
      );
    remove();
    remove();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    // The toast has not faded out yet.
    remove();
    await user.keyboard("{F6}{Tab}{Tab}{Enter}");
    expect(undo).toHaveBeenCalledTimes(2);
  });

  it("disappear after ten seconds", async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    showReturn("Dune", { label: "Undo", run: () => {} });
    await wait(9_900);
    expect(toasts()).toHaveLength(1);
    await wait(100 + 200);
    expect(toasts()).toHaveLength(0);
  });

  it("stay while the pointer is over them", async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    showReturn("Dune", { label: "Undo", run: () => {} });
    const region = screen.getByRole("region", { name: "Notifications" });
    await wait(9_000);
    fireEvent.mouseEnter(region);
    await wait(60_000);
    expect(toasts()).toHaveLength(1);
    fireEvent.mouseLeave(region);
    await wait(900);
    expect(toasts()).toHaveLength(1);
    await wait(100 + 200);
    expect(toasts()).toHaveLength(0);
  });

  it("stay while they have the focus", async () => {
    vi.useFakeTimers();
    render(
      <>
        <button type="button">Elsewhere</button>
        <Toaster />
      </>,
    );
    showReturn("Dune", { label: "Undo", run: () => {} });
    act(() => screen.getByRole("button", { name: "Undo" }).focus());
    await wait(60_000);
    expect(toasts()).toHaveLength(1);
    act(() => screen.getByRole("button", { name: "Elsewhere" }).focus());
    await wait(10_000 + 200);
    expect(toasts()).toHaveLength(0);
  });

  it("are reached with F6 and Tab, and return the focus to the page", async () => {
    const user = userEvent.setup({ delay: null });
    const undo = vi.fn();
    render(
      <>
        <button type="button">Return Solaris</button>
        <Toaster />
      </>,
    );
    const place = screen.getByRole("button", { name: "Return Solaris" });
    showReturn("Dune", { label: "Undo", run: undo });
    showReturn("Ulysses", { label: "Undo", run: undo });
    act(() => place.focus());
    await user.keyboard("{F6}");
    expect(screen.getByRole("region", { name: "Notifications" })).toHaveFocus();
    await user.tab();
    expect(toasts()[0]).toHaveFocus();
    await user.tab();
    const [button] = screen.getAllByRole("button", { name: "Undo" });
    expect(button).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(undo).toHaveBeenCalledOnce();
    expect(place).toHaveFocus();
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(place).toHaveFocus();
  });

  it.each([
    ["the action", "Undo"],
    ["the button that dismisses it", "Dismiss: Book returned successfully!"],
  ])(
    "return the focus to the heading when the earlier element is gone: %s",
    async (_case, name) => {
      const user = userEvent.setup({ delay: null });
      const page = (place: boolean) => (
        <>
          <main>
            <h1 tabIndex={-1}>Manage Borrowings</h1>
            {place ? <button type="button">Return Dune</button> : null}
          </main>
          <Toaster />
        </>
      );
      const { rerender } = render(page(true));
      act(() => screen.getByRole("button", { name: "Return Dune" }).focus());
      showReturn("Dune", { label: "Undo", run: () => {} });
      act(() => screen.getByRole("button", { name }).focus());
      rerender(page(false));
      await user.keyboard("{Enter}");
      await waitFor(() => expect(toasts()).toHaveLength(0));
      await waitFor(() => expect(screen.getByRole("heading")).toHaveFocus());
    },
  );

  it("return the focus to the list entry when only its control is gone", async () => {
    const user = userEvent.setup({ delay: null });
    const page = (returned: boolean) => (
      <>
        <ul>
          <li>
            <a href="/books/dune">Dune</a>
            {returned ? null : <button type="button">Return Dune</button>}
          </li>
        </ul>
        <Toaster />
      </>
    );
    const { rerender } = render(page(false));
    act(() => screen.getByRole("button", { name: "Return Dune" }).focus());
    showReturn("Dune", { label: "Undo", run: () => {} });
    act(() => screen.getByRole("button", { name: "Undo" }).focus());
    rerender(page(true));
    await user.keyboard("{Enter}");
    expect(screen.getByRole("link", { name: "Dune" })).toHaveFocus();
  });

  it("open a dialog that stays open without the toast", async () => {
    const user = userEvent.setup({ delay: null });
    render(<Toaster />);
    showReturn("Dune", {
      label: "Record payment",
      dialog: (state) => <Dialog {...state} title="Record a payment" />,
    });
    await user.click(screen.getByRole("button", { name: "Record payment" }));
    const dialog = await screen.findByRole("dialog", { name: "Record a payment" });
    await waitFor(() => expect(toasts()).toHaveLength(0));
    expect(dialog).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("are dismissed with the dialogs that they opened", async () => {
    const user = userEvent.setup({ delay: null });
    render(<Toaster />);
    const dialog: NoteAction = {
      label: "Record payment",
      dialog: (state) => <Dialog {...state} title="Record a payment" />,
    };
    showReturn("Dune", dialog);
    await user.click(screen.getByRole("button", { name: "Record payment" }));
    await screen.findByRole("dialog");
    showReturn("Solaris", dialog);
    act(() => {
      notify.info("By the way");
      notify.dismiss(({ actions }) => actions !== undefined);
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(toasts()).toHaveLength(0));
    expect(screen.getByText("By the way")).toBeVisible();
  });
});

describe("the undo of a note", () => {
  /** Shows a note with an undo that has this result. */
  function showUndoable(run: () => Promise<unknown>): void {
    act(() =>
      notify.success("Book returned successfully!", {
        detail: "Dune",
        undo: {
          run,
          done: "Return undone",
          detail: "Dune",
          problemOf: (error, fallback) => (error instanceof Error ? error.message : fallback),
        },
        actions: [{ label: "Record payment", run: () => {} }],
      }),
    );
  }

  it("is the first button, runs once for a double click, and shows that the action is undone", async () => {
    const run = vi.fn(async () => {});
    render(<Toaster />);
    showUndoable(run);
    const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
    expect(names).toEqual(["Undo", "Record payment", ""]);
    const undo = screen.getByRole("button", { name: "Undo" });
    act(() => {
      undo.click();
      undo.click();
    });
    const toast = await screen.findByRole("group", { name: "Return undone" });
    expect(toast).toHaveAccessibleDescription("Dune");
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([
    ["the reason", new Error("The fine has been paid"), "The fine has been paid"],
    ["general words without one", null, "This could not be undone."],
  ])("shows %s when it fails", async (_case, reason, shown) => {
    const user = userEvent.setup({ delay: null });
    render(<Toaster />);
    showUndoable(() => Promise.reject(reason));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.queryByText("Return undone")).toBeNull();
  });

  it("moves the focus when the control that had it is gone", async () => {
    const user = userEvent.setup({ delay: null });
    const page = (isReturned: boolean) => (
      <>
        <main>
          <h1>Manage Borrowings</h1>
          <ul>
            {isReturned ? null : <Entry title="Dune" />}
            <Entry title="Solaris" />
          </ul>
        </main>
        <Toaster />
      </>
    );
    const { rerender } = render(page(false));
    showUndoable(async () => rerender(page(true)));
    act(() => screen.getByRole("button", { name: "Return Dune" }).focus());
    await user.keyboard("{F6}{Tab}{Tab}{Enter}");
    await screen.findByText("Return undone");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Return Solaris" })).toHaveFocus(),
    );
  });
});

function Entry({ title }: { title: string }) {
  return (
    <li>
      <button type="button">Return {title}</button>
    </li>
  );
}
