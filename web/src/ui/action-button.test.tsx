import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ActionButton } from "./action-button.tsx";

describe("ActionButton", () => {
  it("ignores a second press at the same place when another entry has moved there", async () => {
    const user = userEvent.setup({ delay: null });
    const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})];
    render(
      <>
        <ActionButton action={first}>Renew Dune</ActionButton>
        <ActionButton action={second}>Renew Solaris</ActionButton>
      </>,
    );
    const press = (name: string, clientX: number) =>
      user.pointer([
        { target: screen.getByRole("button", { name }), coords: { clientX, clientY: 200 } },
        { keys: "[MouseLeft]" },
      ]);
    await press("Renew Dune", 100);
    await press("Renew Solaris", 103);
    expect(first).toHaveBeenCalledOnce();
    expect(second).not.toHaveBeenCalled();
    // A press elsewhere is meant for what is there.
    await press("Renew Solaris", 300);
    expect(second).toHaveBeenCalledOnce();
  });
});
