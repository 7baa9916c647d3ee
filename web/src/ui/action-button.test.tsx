import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
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
    // A press at another place is not ignored.
    await press("Renew Solaris", 300);
    expect(second).toHaveBeenCalledOnce();
  });

  it("ignores a press in a list that has just lost an entry, but not beside the list", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const user = userEvent.setup({ delay: null });
    const done: string[] = [];
    function Entries() {
      const [titles, setTitles] = useState(["Dune", "Solaris", "Emma"]);
      const giveBack = (title: string) => async () => {
        done.push(title);
        setTitles((all) => all.filter((one) => one !== title));
      };
      return (
        <>
          <ul>
            {titles.map((title) => (
              <li key={title}>
                <ActionButton action={giveBack(title)}>{`Return ${title}`}</ActionButton>
              </li>
            ))}
          </ul>
          <ActionButton action={async () => void done.push("undo")}>Undo</ActionButton>
        </>
      );
    }
    render(<Entries />);
    const press = (name: string, clientY: number) =>
      user.pointer([
        { target: screen.getByRole("button", { name }), coords: { clientX: 100, clientY } },
        { keys: "[MouseLeft]" },
      ]);
    await press("Return Dune", 100);
    // The person meant Solaris, but Emma has moved there.
    await press("Return Emma", 180);
    expect(done).toEqual(["Dune"]);
    await press("Undo", 400);
    expect(done).toEqual(["Dune", "undo"]);
    await press("Return Solaris", 100);
    vi.advanceTimersByTime(501);
    await press("Return Emma", 180);
    expect(done.slice(2)).toEqual(["Solaris", "Emma"]);
    vi.useRealTimers();
  });
});
