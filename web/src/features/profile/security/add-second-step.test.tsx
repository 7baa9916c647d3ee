import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { anAssistant } from "@/test/fixtures.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const NONE = { authenticatorAddedAt: null, passkeys: [], recoveryCodesLeft: 0 };
const ADDED = {
  ...NONE,
  authenticatorAddedAt: "2026-11-24T09:30:00.000Z",
  recoveryCodesLeft: 10,
};

/** A server where the person adds an authenticator app. */
function openedAccount(): void {
  signedInAs(anAssistant({ secondFactorNeeded: true }));
  let factors: typeof NONE | typeof ADDED = NONE;
  server.use(
    http.get(api("/auth/second-factors"), () => answer(factors)),
    http.post(api("/auth/second-factors/authenticator"), () =>
      answer({
        secret: "JBSWY3DPEHPK3PXP",
        address: "otpauth://totp/x",
        qrCode: { size: 21, path: "M0 0h1v1h-1z" },
      }),
    ),
    http.post(api("/auth/second-factors/authenticator/confirm"), () => {
      factors = ADDED;
      return answer({ recoveryCodes: ["aaaaa-bbbbb"] });
    }),
  );
}

describe("a person on the staff without a second sign-in step", () => {
  it("reads why, adds an app, saves the recovery codes, and continues to the dashboard", async () => {
    const user = userEvent.setup();
    openedAccount();
    const { router } = await renderApp("/dashboard");
    expect(
      await screen.findByRole("heading", { level: 1, name: "Add a second sign-in step" }),
    ).toBeVisible();
    expect(screen.getByText(/^This library asks its staff/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Set Up an Authenticator App" }));
    expect(screen.queryByRole("button", { name: "Continue to the Dashboard" })).toBeNull();
    const dialog = await screen.findByRole("dialog");
    await user.type(await within(dialog).findByLabelText("Code from the app"), "123456");
    await user.click(within(dialog).getByRole("button", { name: "Turn On" }));
    // The codes are shown once: nothing leads away from them.
    expect(await within(dialog).findByText("aaaaa-bbbbb")).toBeVisible();
    expect(router.state.location.pathname).toBe("/add-second-step");
    await user.click(within(dialog).getByRole("button", { name: "I Have Saved Them" }));
    await user.click(await screen.findByRole("button", { name: "Continue to the Dashboard" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  it("can sign out", async () => {
    const user = userEvent.setup();
    openedAccount();
    server.use(http.get(api("/auth/logout"), () => answer(null)));
    const { router } = await renderApp("/dashboard");
    const main = within(await screen.findByRole("main"));
    await user.click(await main.findByRole("button", { name: "Sign Out" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("is led here when the library begins to ask during the session, without another message", async () => {
    signedInAs(anAssistant());
    const { router } = await renderApp("/my-history");
    openedAccount();
    server.use(
      http.get(api("/favorites"), () => failure(403, "second_factor_needed", "Add one.")),
      http.get(api("/favorites/ids"), () => failure(403, "second_factor_needed", "Add one.")),
    );
    await router.navigate("/favorites");
    await waitFor(() => expect(router.state.location.pathname).toBe("/add-second-step"));
    expect(screen.queryByText(/do not have permission/i)).toBeNull();
  });
});
