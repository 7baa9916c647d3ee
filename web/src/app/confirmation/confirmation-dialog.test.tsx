import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { SecondFactors } from "@/api/shapes.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { supportPasskeys } from "@/test/passkeys.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";
// Loaded before the tests, so that they do not wait for it.
import "./confirmation-dialog.tsx";

const refusal = () => failure(403, "confirmation_needed", "Please confirm your identity first");

/** Opens the dialog with a call that needs a confirmation. Returns the request bodies of the confirmations. */
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
  await user.click(await screen.findByRole("button", { name: "Download my data" }));
  const element = await screen.findByRole("dialog", { name: "Confirm your identity" });
  return { sent, user, element, dialog: within(element) };
}

const ADDED = "2024-01-02T10:00:00.000Z";

const withFactors = (factors: Pick<SecondFactors, "authenticatorAddedAt" | "passkeys">) =>
  server.use(
    http.get(api("/auth/second-factors"), () => answer({ ...factors, recoveryCodesLeft: 10 })),
  );

describe("the dialog that confirms an identity", () => {
  it("asks for the password of an account without a second factor", async () => {
    const { sent, user, dialog } = await asked();
    expect(dialog.queryByLabelText("Code")).toBeNull();
    await user.type(dialog.getByLabelText("Password"), "Reading1");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    await expect.poll(() => sent).toEqual([{ password: "Reading1" }]);
    expect(screen.queryByRole("dialog", { name: "Confirm your identity" })).toBeNull();
  });

  it("asks for a code of an account with a second factor, and not for the password", async () => {
    withFactors({ authenticatorAddedAt: ADDED, passkeys: [] });
    const { sent, user, dialog } = await asked();
    expect(dialog.queryByLabelText("Password")).toBeNull();
    await user.type(dialog.getByLabelText("Code"), "123456");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    await expect.poll(() => sent).toEqual([{ code: "123456" }]);
  });

  it.each([
    ["localhost", "Enter a code or use your passkey to continue.", 1],
    ["other.example", "Enter a code from your app or a recovery code to continue.", 0],
  ])("offers a passkey only on its site: %s", async (site, words, buttons) => {
    supportPasskeys();
    const passkey = { _id: "passkey_1", name: "Phone", createdAt: ADDED, lastUsedAt: null, site };
    withFactors({ authenticatorAddedAt: null, passkeys: [passkey] });
    const { element, user, dialog } = await asked();
    expect(element).toHaveAccessibleDescription(`This action needs a recent sign-in. ${words}`);
    expect(dialog.queryAllByRole("button", { name: "Use your passkey" })).toHaveLength(buttons);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
  });

  it("offers the password and a code when the second factors cannot be loaded", async () => {
    server.use(
      http.get(api("/auth/second-factors"), () => failure(500, "internal", "Something broke")),
    );
    const { sent, user, dialog } = await asked();
    const words = "Please use a code, a recovery code or a passkey";
    server.use(
      http.post(
        api("/auth/confirm"),
        () => failure(422, "validation", words, [{ field: "password", message: words }]),
        { once: true },
      ),
    );
    await user.type(dialog.getByLabelText("Password"), "Reading1");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(await dialog.findByText(words)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Use a code instead" }));
    expect(dialog.queryByText(words)).toBeNull();
    expect(dialog.queryByLabelText("Password")).toBeNull();
    expect(dialog.getByRole("button", { name: "Use your password instead" })).toBeVisible();
    await user.type(dialog.getByLabelText("Code"), "123456");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    await expect.poll(() => sent).toEqual([{ code: "123456" }]);
  });
});
