import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Menu } from "./menu.tsx";

function renderMenu() {
  const item = (label: string) => ({ label, onSelect: () => {} });
  render(
    <Menu
      trigger={<button type="button">Account</button>}
      items={[item("Profile"), "separator", item("Sign Out")]}
    />,
  );
  return userEvent.setup({ delay: null });
}

describe("a menu", () => {
  it.each([
    ["{Enter}", "Profile"],
    [" ", "Profile"],
    ["{ArrowDown}", "Profile"],
    ["{ArrowUp}", "Sign Out"],
  ])("opened first by the key “%s” has the focus on “%s”, and again later", async (key, name) => {
    const user = renderMenu();
    for (let time = 0; time < 2; time += 1) {
      screen.getByRole("button", { name: "Account" }).focus();
      await user.keyboard(key);
      await waitFor(() => expect(screen.getByRole("menuitem", { name })).toHaveFocus());
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    }
  });

  it("opened by the pointer has the focus itself", async () => {
    const user = renderMenu();
    await user.click(screen.getByRole("button", { name: "Account" }));
    await waitFor(() => expect(screen.getByRole("menu")).toHaveFocus());
  });
});
