import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { AvailabilityBadge } from "./availability-badge.tsx";

describe("the availability of a book", () => {
  it.each([
    [{ available: 3, total: 5 }, "3 of 5 available"],
    [{ available: 1, total: 5 }, "1 left"],
    [{ available: 1, total: 1 }, "1 of 1 available"],
    [{ available: 0, total: 5 }, "None available"],
    [
      { available: 0, total: 5, nextDue: "2999-01-05T20:00:00Z" },
      "None available · next due Jan 5",
    ],
    [{ available: 0, total: 5, nextDue: "2024-01-05T20:00:00Z" }, "None available · was due Jan 5"],
    [{ available: 0, total: 0 }, "No copies"],
    [{ available: 2, total: 5, mineUntil: "2999-01-05" }, "You have this until Jan 5"],
    [{ available: 2, total: 5, mineUntil: "2024-01-05" }, "Overdue since Jan 5"],
  ])("is shown for %j: %s", (copies, text) => {
    render(<AvailabilityBadge {...copies} />);
    expect(screen.getByText(text)).toBeVisible();
  });
});
