import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { somePrivacySettings } from "@/test/fixtures/settings.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

it("keeps the entered values when the latest version cannot be loaded", async () => {
  const path = api("/admin/settings/privacy");
  let isDown = false;
  server.use(
    http.get(path, () =>
      isDown
        ? failure(404, "unknown_path", "The shelf fell over")
        : answer({ ...somePrivacySettings(), auditDays: 400, version: "2" }),
    ),
    http.put(path, () => failure(409, "settings_changed", "Changed meanwhile")),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/settings/privacy");
  const user = userEvent.setup({ delay: null });
  const main = within(await screen.findByRole("main"));
  const days = () => main.getByLabelText("Days to keep the audit log");
  await user.click(await main.findByLabelText("Show covers from other sites"));
  await user.clear(days());
  await user.type(days(), "500");
  await user.click(main.getByRole("button", { name: "Save changes" }));
  const load = await main.findByRole("button", { name: "Load latest version" });
  isDown = true;
  await user.click(load);
  expect(await screen.findByText("The shelf fell over")).toBeVisible();
  expect(days()).toHaveValue("500");
  isDown = false;
  await user.click(load);
  await waitFor(() => expect(days()).toHaveValue("400"));
});
