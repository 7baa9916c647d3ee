import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Banner } from "./banner.tsx";
import { AlertDialog, Dialog } from "./dialog.tsx";
import { notify } from "./toast/notify.ts";
import Toaster from "./toast/toaster.tsx";

describe("Dialog", () => {
  it("focuses its first visible field", async () => {
    render(
      <Dialog open onOpenChange={() => {}} title="Confirm">
        <input type="email" aria-label="For password managers" hidden readOnly />
        <input type="checkbox" aria-label="Choice" />
        <input type="password" aria-label="Password" />
      </Dialog>,
    );
    await waitFor(() => expect(screen.getByLabelText("Password")).toHaveFocus());
  });

  it("does not cut off the focus ring of its first element", async () => {
    render(
      <Dialog open onOpenChange={() => {}} title="Save this search">
        <Banner tone="danger" focus>
          You have saved this search
        </Banner>
      </Dialog>,
    );
    const banner = await screen.findByRole("alert");
    await waitFor(() => expect(banner).toHaveFocus());
    // A scroll container clips the ring, unless it has a padding as wide as the ring with its offset: 4 px.
    expect(banner.parentElement).toHaveClass("overflow-y-auto", "pt-1");
  });

  it("has the focus itself when it has no field", async () => {
    render(
      <Dialog open onOpenChange={() => {}} title="Notice">
        <p>Nothing to enter.</p>
      </Dialog>,
    );
    await waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
  });
});

it("removes the toasts of earlier errors, which would cover its title", async () => {
  const layers = (open: boolean) => (
    <>
      <Toaster />
      <Dialog open={open} onOpenChange={() => {}} title="Save your recovery codes" />
    </>
  );
  const { rerender } = render(layers(false));
  act(() => notify.error("Invalid email or password"));
  expect(await screen.findByText("Invalid email or password")).toBeVisible();
  rerender(layers(true));
  await screen.findByRole("dialog", { name: "Save your recovery codes" });
  await waitFor(() => expect(screen.queryByText("Invalid email or password")).toBeNull());
});

describe("AlertDialog", () => {
  const alert = (open: boolean, onConfirm: () => void) => (
    <AlertDialog
      open={open}
      onOpenChange={() => {}}
      title="Remove data for good?"
      text="This cannot be undone."
      confirm="Save changes"
      onConfirm={onConfirm}
    />
  );

  it("is not confirmed by Enter that is held down since it opened the dialog", async () => {
    render(alert(true, vi.fn()));
    const button = await screen.findByRole("button", { name: "Save changes" });
    // The result says whether the browser may go on, and send the form.
    expect(fireEvent.keyDown(button, { key: "Enter", repeat: true })).toBe(false);
    expect(fireEvent.keyDown(button, { key: "Enter" })).toBe(true);
  });

  it("is confirmed once by a double click", async () => {
    const user = userEvent.setup({ delay: null });
    const onConfirm = vi.fn();
    render(alert(true, onConfirm));
    await user.dblClick(await screen.findByRole("button", { name: "Save changes" }));
    expect(onConfirm).toHaveBeenCalledOnce();
    // After a failure the dialog is still open, and can be confirmed again.
    await user.click(document.body);
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });
});
