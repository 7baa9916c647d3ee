import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { somePrivacySettings, someSecuritySettings } from "@/test/fixtures/settings.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

/** Opens a section with these values; returns the bodies that save it. */
async function open(section: "privacy" | "security", stored: object) {
  const path = `/admin/settings/${section}`;
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.get(api(path), () => answer({ ...stored })),
    http.put(api(path), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return answer({ ...stored, ...body });
    }),
  );
  signedInAs(anAdmin());
  await renderApp(path);
  const main = within(await screen.findByRole("main"));
  await main.findByRole("button", { name: "Save changes" });
  return { main, sent, save: () => user.click(main.getByRole("button", { name: "Save changes" })) };
}

describe("the settings of privacy", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2024-03-01T12:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("warn from which borrowings the name is removed before this is turned on", async () => {
    const { main, sent, save } = await open(
      "privacy",
      somePrivacySettings({ borrowingDays: null }),
    );
    await user.click(main.getByLabelText("Remove names from returned borrowings"));
    await save();
    const dialog = await screen.findByRole("alertdialog", { name: "Permanently remove data?" });
    expect(dialog).toHaveTextContent("name is removed from borrowings returned before Mar 2, 2023");
    expect(dialog).toHaveTextContent(
      "Names in later borrowings are removed 365 days after the return.",
    );
    expect(dialog).toHaveTextContent("This cannot be undone.");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent).toEqual([]);
    await save();
    const again = await screen.findByRole("alertdialog");
    await user.click(within(again).getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Settings saved")).toBeVisible();
    expect(sent).toMatchObject([{ borrowingDays: 365 }]);
    // There is no second warning about values that are already saved.
    await user.click(main.getByLabelText("Show covers from other sites"));
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it("warn which entries of the audit log are deleted when the retention is shortened", async () => {
    const { main, sent, save } = await open("privacy", somePrivacySettings());
    const days = main.getByLabelText("Days to keep the audit log");
    await user.clear(days);
    await user.type(days, "90");
    await save();
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("all audit log entries from before Dec 2, 2023 are deleted");
    expect(dialog).not.toHaveTextContent("the name is removed");
    expect(sent).toEqual([]);
  });
});

describe("the settings of security", () => {
  it("warn whose permissions are withheld before a second step is required", async () => {
    const { main, sent, save } = await open("security", someSecuritySettings());
    const box = main.getByLabelText("Require a second sign-in step for staff");
    await user.click(box);
    await save();
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("can do only what students can do");
    await user.click(within(dialog).getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(sent).toMatchObject([{ staffNeedSecondFactor: true }]));
    await screen.findByText("Settings saved");
    await user.click(box);
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
