import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";
import { someSecuritySettings } from "@/test/settings-fixtures.ts";

const LABEL = "Staff need a second sign-in step";

it("staff are asked for a second sign-in step once the administrator has one", async () => {
  const user = userEvent.setup();
  signedInAs(anAdmin());
  const sent: unknown[] = [];
  let hasStep = false;
  server.use(
    http.put(api("/admin/settings/security"), async ({ request }) => {
      sent.push(await request.json());
      if (hasStep) return answer(someSecuritySettings({ staffNeedSecondFactor: true }));
      const error = {
        field: "staffNeedSecondFactor",
        message: "Add one to your own account first",
      };
      return failure(422, "validation", error.message, [error]);
    }),
  );
  await renderApp("/admin/settings/security");
  const box = await screen.findByRole("checkbox", { name: LABEL });
  expect(box).not.toBeChecked();
  await user.click(box);
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(box).toHaveAccessibleDescription(/Add one to your own account first/));
  hasStep = true;
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ staffNeedSecondFactor: true, version: "security-1" });
  expect(screen.getByRole("checkbox", { name: LABEL })).toBeChecked();
});
