import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { TooltipLayer } from "./tooltip.tsx";

const user = userEvent.setup({ delay: null });

function open() {
  render(
    <>
      <IconButton label="Return Dune">↩</IconButton>
      <button type="button">Without</button>
      <TooltipLayer />
    </>,
  );
  return screen.getByRole("button", { name: "Return Dune" });
}

function shown() {
  return screen.queryByText("Return Dune");
}

describe("the tooltip", () => {
  it("appears when its element is focused, and disappears with Escape or on blur", async () => {
    const button = open();
    await user.tab();
    expect(button).toHaveFocus();
    await waitFor(() => expect(shown()).toBeVisible());
    // The button's label has the same words.
    expect(shown()).toHaveAttribute("aria-hidden", "true");
    await user.keyboard("{Escape}");
    expect(shown()).toBeNull();
    await user.tab();
    await user.tab({ shift: true });
    await waitFor(() => expect(shown()).toBeVisible());
    await user.tab();
    expect(shown()).toBeNull();
  });

  it("appears when the pointer rests on the element, and disappears when it leaves or clicks", async () => {
    const button = open();
    await user.hover(button);
    expect(shown()).toBeNull();
    await waitFor(() => expect(shown()).toBeVisible());
    await user.hover(screen.getByRole("button", { name: "Without" }));
    expect(shown()).toBeNull();
    await user.hover(button);
    await waitFor(() => expect(shown()).toBeVisible());
    await user.click(button);
    expect(shown()).toBeNull();
  });

  describe("of a disabled button", () => {
    function openDisabled() {
      render(
        <>
          <Button disabledReason="No copies are available">Borrow</Button>
          <button type="button">Without</button>
          <TooltipLayer />
        </>,
      );
      const announced = document.querySelector("[aria-live]");
      // The text in the button is its description, which is never visible.
      const isShown = () => document.querySelector("[aria-hidden=true]")?.textContent ?? null;
      return { button: screen.getByRole("button", { name: "Borrow" }), announced, isShown };
    }

    it("shows and announces the reason when it is tapped, until another tap", async () => {
      const { button, announced, isShown } = openDisabled();
      await user.pointer([{ keys: "[TouchA]", target: button }]);
      expect(isShown()).toBe("No copies are available");
      expect(announced).toHaveTextContent("No copies are available");
      const other = screen.getByRole("button", { name: "Without" });
      await user.pointer([{ keys: "[TouchA]", target: other }]);
      expect(isShown()).toBeNull();
      expect(announced).toBeEmptyDOMElement();
    });

    it("shows the reason when it is pressed with a key or the mouse", async () => {
      const { button, announced, isShown } = openDisabled();
      await user.click(button);
      expect(isShown()).toBe("No copies are available");
      await user.keyboard("{Escape}");
      expect(isShown()).toBeNull();
      await user.keyboard("{Enter}");
      expect(isShown()).toBe("No copies are available");
      expect(announced).toHaveTextContent("No copies are available");
    });
  });
});
