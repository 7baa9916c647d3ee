import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

it("accepts only 6 digits of the new app, and mentions no recovery code", async () => {
  const user = userEvent.setup({ delay: null });
  const sent: unknown[] = [];
  const path = "/auth/second-factors/authenticator";
  server.use(
    http.post(api(path), () =>
      answer({
        address: "otpauth://totp/x",
        secret: "JBSWY3DP",
        qrCode: { path: "M0 0h1v1z", size: 21 },
      }),
    ),
    http.post(api(`${path}/confirm`), async ({ request }) => {
      sent.push(await request.json());
      return answer({ recoveryCodes: ["one"] });
    }),
  );
  signedInAs(aUser());
  await renderApp("/profile");
  await user.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
  const dialog = within(await screen.findByRole("dialog"));
  const code = dialog.getByLabelText("Code from the app");
  await dialog.findByLabelText("Or enter this key");
  const submit = dialog.getByRole("button", { name: "Turn on" });
  await user.type(code, "12");
  await user.click(submit);
  expect(code).toHaveAccessibleDescription(/Enter the current 6-digit code from the app/);
  expect(sent).toEqual([]);
  await user.clear(code);
  await user.type(code, "123 456");
  await user.click(submit);
  await expect.poll(() => sent).toEqual([{ code: "123 456" }]);
});
