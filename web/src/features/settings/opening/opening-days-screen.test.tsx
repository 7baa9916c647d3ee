import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

/** Opens the section with these closures, and records what is saved. */
async function open(closures: { date: string; name: string }[]) {
  const saved: unknown[] = [];
  const stored = { closedWeekdays: [], closures, version: "opening-1" };
  server.use(
    http.get(api("/admin/settings/opening-days"), () => answer({ ...stored })),
    http.put(api("/admin/settings/opening-days"), async ({ request }) => {
      saved.push(await request.json());
      return answer({ ...stored, version: "opening-2" });
    }),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/settings/opening-days");
  await screen.findByRole("heading", { name: "Closed on these dates" });
  return { saved, user: userEvent.setup({ delay: null }) };
}

function day(label: "First day" | "Last day"): HTMLElement {
  return screen.getByLabelText(new RegExp(`^${label}`));
}

function pick(label: "First day" | "Last day", date: string): void {
  fireEvent.change(day(label), { target: { value: date } });
}

const rows = () => {
  const region = within(screen.getByRole("region", { name: "Closed on these dates" }));
  return region.queryAllByRole("listitem").map((row) => row.textContent);
};

describe("closures", () => {
  it("are added as a range, without the days that are already in the list", async () => {
    const { user, saved } = await open([{ date: "2026-12-25", name: "Christmas Day" }]);
    pick("First day", "2026-12-24");
    pick("Last day", "2026-12-27");
    await user.type(screen.getByLabelText("Reason"), "Winter break{Enter}");
    expect(rows()).toEqual([
      "Dec 24, 2026Winter break",
      "Dec 25, 2026Christmas Day",
      "Dec 26, 2026 – Dec 27, 2026 · 2 daysWinter break",
    ]);
    expect(day("First day")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      closures: [
        { date: "2026-12-24", name: "Winter break" },
        { date: "2026-12-25", name: "Christmas Day" },
        { date: "2026-12-26", name: "Winter break" },
        { date: "2026-12-27", name: "Winter break" },
      ],
    });
  });

  it("are removed as a range", async () => {
    const { user } = await open([
      { date: "2026-10-03", name: "Holiday" },
      { date: "2026-12-24", name: "Winter break" },
      { date: "2026-12-25", name: "Winter break" },
    ]);
    await user.click(
      screen.getByRole("button", { name: "Remove Dec 24, 2026 – Dec 25, 2026, Winter break" }),
    );
    expect(rows()).toEqual(["Oct 3, 2026Holiday"]);
  });

  it("show which fields are missing or invalid", async () => {
    const { user } = await open([{ date: "2026-12-24", name: "Winter break" }]);
    const add = screen.getByRole("button", { name: "Add" });
    await user.click(add);
    expect(day("First day")).toHaveAccessibleDescription("Choose a date");
    expect(screen.getByLabelText("Reason")).toHaveAccessibleDescription("Enter a reason");
    pick("First day", "2026-12-24");
    expect(day("First day")).toHaveAccessibleDescription("This date is already in the list");
    pick("Last day", "2026-12-23");
    expect(day("Last day")).toHaveAccessibleDescription(
      "The last day cannot be before the first day",
    );
    pick("Last day", "2028-12-24");
    expect(day("Last day")).toHaveAccessibleDescription("A closure cannot be longer than 366 days");
    await user.click(add);
    expect(rows()).toEqual(["Dec 24, 2026Winter break"]);
  });
});
