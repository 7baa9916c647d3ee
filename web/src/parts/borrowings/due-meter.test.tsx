import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { DueMeter } from "./due-meter.tsx";

describe("DueMeter", () => {
  it.each([
    ["2024-01-01", "Due in 14 days", "4%", "bg-primary"],
    ["2024-01-02", "Due in 13 days", "7%", "bg-primary"],
    ["2024-01-12", "Due in 3 days", "79%", "bg-warning"],
    ["2024-01-14", "Due tomorrow", "93%", "bg-warning"],
    ["2024-01-15", "Due today", "100%", "bg-warning"],
    ["2024-01-16", "1 day overdue", "100%", "bg-danger"],
    ["2024-01-25", "10 days overdue", "100%", "bg-danger"],
  ])("shows on %s: %s", (today, words, width, colour) => {
    const { container } = render(<DueMeter from="2024-01-01" dueOn="2024-01-15" today={today} />);
    expect(screen.getByText(words)).toBeVisible();
    const line = container.querySelector<HTMLElement>("[style]");
    expect(Math.round(Number.parseFloat(line?.style.width ?? ""))).toBe(Number.parseInt(width, 10));
    expect(line).toHaveClass(colour);
  });
});
