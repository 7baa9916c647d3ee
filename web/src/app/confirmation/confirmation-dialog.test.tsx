import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { aUser } from "@/test/fixtures.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";
// Loaded before the tests, so that they do not wait for it.
import "./confirmation-dialog.tsx";

const refusal = () => failure(403, "confirmation_needed", "Please confirm first that it is you");

/** Opens the dialog by a call that needs a confirmation. Returns the bodies of the confirmations. */
async function asked() {
  const sent: unknown[] = [];
  server.use(
    http.get(api("/auth/export"), refusal),
    http.post(api("/auth/confirm"), async ({ request }) => {
      sent.push(await request.json());
      server.use(http.get(api("/auth/export"), () => answer({})));
      return answer({ validUntil: "2024-01-30T10:15:00.000Z" });
    }),
  );
  signedInAs(aUser());
  await renderApp("/profile");
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Download My Data" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  return { sent, user, dialog: within(dialog) };
}

const withFactors = (factors: { authenticatorAddedAt: string | null; passkeys: [] }) =>
  server.use(
    http.get(api("/auth/second-factors"), () => answer({ ...factors, recoveryCodesLeft: 10 })),
  );

describe("the confirmation of an identity", () => {
  it("asks for the password of an account without a second factor", async () => {
    const { sent, user, dialog } = await asked();
    expect(dialog.queryByLabelText("Code")).toBeNull();
    await user.type(dialog.getByLabelText("Password"), "Reading1");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    await expect.poll(() => sent).toEqual([{ password: "Reading1" }]);
    expect(screen.queryByRole("dialog", { name: "Confirm that it is you" })).toBeNull();
  });

  it("asks for a code of an account with a second factor, which the password does not replace", async () => {
    withFactors({ authenticatorAddedAt: "2024-01-02T10:00:00.000Z", passkeys: [] });
    const { sent, user, dialog } = await asked();
    expect(dialog.queryByLabelText("Password")).toBeNull();
    await user.type(dialog.getByLabelText("Code"), "123456");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    await expect.poll(() => sent).toEqual([{ code: "123456" }]);
  });

  it("asks for the password when the second factors cannot be loaded", async () => {
    server.use(
      http.get(api("/auth/second-factors"), () => failure(500, "internal", "Something broke")),
    );
    const { dialog } = await asked();
    expect(dialog.getByLabelText("Password")).toBeVisible();
  });
});
