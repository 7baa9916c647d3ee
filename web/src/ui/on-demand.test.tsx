import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FailedLoads } from "./failed-loads.tsx";
import { onDemand } from "./on-demand.tsx";

const user = userEvent.setup({ delay: null });

/** A part whose code fails to load a number of times. */
function partThatFails(times: number) {
  let loads = 0;
  return onDemand<{ name: string }>(async () => {
    loads += 1;
    if (loads <= times) throw new TypeError("Failed to fetch dynamically imported module");
    return ({ name }) => <p>Part {name}</p>;
  });
}

it("shows a part as soon as its code is loaded", async () => {
  const Part = partThatFails(0);
  render(<Part name="one" />);
  expect(await screen.findByText("Part one")).toBeVisible();
});

it("offers a retry for a part whose code failed to load, and keeps the values of fields beside it", async () => {
  const Part = partThatFails(2);
  render(
    <>
      <input aria-label="Title" />
      <Part name="one" />
      <FailedLoads />
    </>,
  );
  await user.type(screen.getByLabelText("Title"), "Dune");
  expect(await screen.findByText("Part of this page could not be loaded.")).toBeVisible();
  // The retry fails too.
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Part one")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.getByLabelText("Title")).toHaveValue("Dune");
});

it("loads missing parts automatically when the connection is back", async () => {
  const Part = partThatFails(1);
  render(
    <>
      <Part name="one" />
      <Part name="two" />
      <FailedLoads />
    </>,
  );
  await screen.findByText("Part of this page could not be loaded.");
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("Part one")).toBeVisible();
  expect(await screen.findByText("Part two")).toBeVisible();
});

it("removes the retry for a part that is no longer shown", async () => {
  const Part = partThatFails(1);
  const { rerender } = render(
    <>
      <Part name="one" />
      <FailedLoads />
    </>,
  );
  await screen.findByText("Part of this page could not be loaded.");
  rerender(<FailedLoads />);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
});
