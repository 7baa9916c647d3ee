import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Dialog } from "./dialog.tsx";

describe("Dialog", () => {
  it("focuses its first field that can be seen", async () => {
    render(
      <Dialog open onOpenChange={() => {}} title="Confirm">
        <input type="email" aria-label="For password managers" hidden readOnly />
        <input type="checkbox" aria-label="Choice" />
        <input type="password" aria-label="Password" />
      </Dialog>,
    );
    await waitFor(() => expect(screen.getByLabelText("Password")).toHaveFocus());
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
