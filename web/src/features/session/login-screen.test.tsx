import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aLibrary, DEMO } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { supportPasskeys } from "@/test/passkeys.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server } from "@/test/server.ts";

async function openLogin() {
  const { router } = await renderApp("/login");
  await screen.findByRole("heading", { level: 1, name: "Welcome back" });
  const main = screen.getByRole("main");
  return {
    router,
    user: userEvent.setup({ delay: null }),
    email: screen.getByLabelText("Email"),
    password: screen.getByLabelText("Password"),
    submit: [...main.querySelectorAll("button")].find(
      ({ type }) => type === "submit",
    ) as HTMLButtonElement,
  };
}

/** The banner, which is within the page; toasts are outside. */
function findBanner() {
  return within(screen.getByRole("main")).findByRole("alert");
}

/** The requests that the server received. */
function listenToLogins(respond: () => Response) {
  const asked: unknown[] = [];
  server.use(
    http.post(api("/auth/login"), async ({ request }) => {
      asked.push(await request.json());
      return respond();
    }),
  );
  return asked;
}

describe("the login screen", () => {
  it("validates both fields before it calls the server, and focuses the first invalid one", async () => {
    const asked = listenToLogins(() => answer(null));
    const { user, email, password, submit } = await openLogin();
    await user.click(submit);
    expect(email).toHaveAccessibleDescription("Email is required");
    expect(password).toHaveAccessibleDescription("Password is required");
    expect(email).toHaveFocus();
    await user.type(email, "reader@");
    await user.type(password, "short");
    await user.click(submit);
    expect(email).toHaveAccessibleDescription("Invalid email address");
    expect(password).toHaveAccessibleDescription("Password must be at least 6 characters");
    expect(asked).toEqual([]);
  });

  it("signs in, stores the token, shows a message, and opens the dashboard", async () => {
    const asked = listenToLogins(() => answer({ user: { ...aUser() }, token: "fresh" }));
    const { router, user, email, password } = await openLogin();
    await user.type(email, " amara@students.example ");
    await user.type(password, "Reading1{Enter}");
    expect(await screen.findByText("Login successful!")).toBeVisible();
    expect(asked).toEqual([
      { email: "amara@students.example", password: "Reading1", rememberMe: false },
    ]);
    expect(localStorage.getItem("token")).toBe("fresh");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  it("requests a long session when the box is ticked, and links to a new password", async () => {
    const asked = listenToLogins(() => answer({ user: { ...aUser() }, token: "fresh" }));
    const { user, email, password } = await openLogin();
    expect(screen.getByRole("link", { name: "Forgot password?" })).toHaveAttribute(
      "href",
      "/forgot-password",
    );
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading1");
    await user.click(screen.getByRole("checkbox", { name: "Remember me" }));
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Login successful!")).toBeVisible();
    expect(asked).toMatchObject([{ rememberMe: true }]);
  });

  it("shows the server's message in a toast and in a banner, which takes the focus", async () => {
    listenToLogins(() => failure(401, "wrong_credentials", "Invalid email or password"));
    const { router, user, email, password } = await openLogin();
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading2{Enter}");
    const banner = await findBanner();
    expect(banner).toHaveTextContent("Invalid email or password");
    expect(banner).toHaveFocus();
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(toasts).toHaveTextContent("Invalid email or password");
    expect(router.state.location.pathname).toBe("/login");
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("removes the toast of a failure when the person tries again", async () => {
    const reasons = ["Try again in 8 seconds", "Try again in 7 seconds"];
    listenToLogins(() => failure(429, "too_many_attempts", reasons.shift() ?? ""));
    const { user, email, password } = await openLogin();
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading2{Enter}");
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(await within(toasts).findByText("Try again in 8 seconds")).toBeVisible();
    await user.type(password, "{Enter}");
    expect(await within(toasts).findByText("Try again in 7 seconds")).toBeVisible();
    await waitFor(() => expect(within(toasts).queryByText("Try again in 8 seconds")).toBeNull());
  });

  it("shows a message of its own when the server sends none", async () => {
    listenToLogins(() => HttpResponse.error());
    const { user, email, password } = await openLogin();
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading1{Enter}");
    expect(await findBanner()).toHaveTextContent("Login failed");
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(toasts).toHaveTextContent("Login failed");
  });

  it("shows the reason of a 403 beside the general toast", async () => {
    const reason = "Your account is inactive. Please contact the library.";
    listenToLogins(() => failure(403, "account_inactive", reason));
    const { user, email, password } = await openLogin();
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading1{Enter}");
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(toasts).toHaveTextContent("You do not have permission to perform this action.");
    expect(toasts).toHaveTextContent(reason);
    expect(await findBanner()).toHaveTextContent(reason);
  });

  it("shows the server's field errors beside the fields", async () => {
    listenToLogins(() =>
      failure(422, "validation", "Invalid email address", [
        { field: "email", message: "Invalid email address" },
      ]),
    );
    const { user, email, password } = await openLogin();
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading1{Enter}");
    await findBanner();
    expect(email).toHaveAccessibleDescription("Invalid email address");
    expect(email).toHaveFocus();
  });

  it("shows the server's message beside the toast for server errors", async () => {
    listenToLogins(() => failure(500, "internal", "Something broke"));
    const { user, email, password } = await openLogin();
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading1{Enter}");
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(toasts).toHaveTextContent("Server error. Please try again later.");
    expect(toasts).toHaveTextContent("Something broke");
    expect(await findBanner()).toHaveTextContent("Something broke");
  });

  it("offers the demo accounts only in a demo library", async () => {
    await openLogin();
    expect(screen.queryByRole("button", { name: /^Student/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Administrator/ })).toBeNull();
  });

  it.each([
    ["Student", DEMO.student],
    ["Administrator", DEMO.admin],
  ])("fills in the account of the demo's %s", async (who, credentials) => {
    server.use(http.get(api("/library"), () => answer({ ...aLibrary(), demo: DEMO })));
    const { user, email, password, submit } = await openLogin();
    await user.click(await screen.findByRole("button", { name: new RegExp(`^${who}`) }));
    expect(email).toHaveValue(credentials.email);
    expect(password).toHaveValue(credentials.password);
    expect(submit).toHaveFocus();
  });

  it("shows a message when a stored token is no longer valid", async () => {
    localStorage.setItem("token", "long-gone");
    await openLogin();
    expect(await findBanner()).toHaveTextContent("Failed to load user");
    expect(localStorage.getItem("token")).toBeNull();
  });
});

describe("the second step", () => {
  afterEach(() => void vi.unstubAllGlobals());

  const needed = (methods: string[], passkeys: object[]) =>
    HttpResponse.json(
      {
        success: false,
        code: "second_step_needed",
        message: "Enter the code of your authenticator app to finish signing in",
        secondStep: { challenge: "c1", methods, passkeys, expiresAt: "2026-03-02T10:10:00Z" },
      },
      { status: 401 },
    );

  async function openSecondStep(
    methods = ["authenticator", "recovery_code"],
    passkeys: object[] = [],
  ) {
    listenToLogins(() => needed(methods, passkeys));
    const { router, user, email, password } = await openLogin();
    await user.type(email, "amara@students.example");
    await user.type(password, "Reading1{Enter}");
    await screen.findByRole("heading", { level: 1, name: "Second sign-in step" });
    expect(screen.queryByRole("alert")).toBeNull();
    return { router, user };
  }

  function listenToSecondSteps(respond: () => Response) {
    const asked: unknown[] = [];
    server.use(
      http.post(api("/auth/login/second"), async ({ request }) => {
        asked.push(await request.json());
        return respond();
      }),
    );
    return asked;
  }

  it("asks for the code, and completes the sign-in with it", async () => {
    const asked = listenToSecondSteps(() => answer({ user: { ...aUser() }, token: "fresh" }));
    const { router, user } = await openSecondStep();
    const code = screen.getByLabelText("Code from your app");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(code).toHaveAccessibleDescription("Enter the 6-digit code from your app");
    await user.type(code, "123 456");
    await user.click(screen.getByLabelText("Do not ask again on this device for 30 days"));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
    expect(asked).toEqual([{ challenge: "c1", code: "123 456", rememberDevice: true }]);
    expect(localStorage.getItem("token")).toBe("fresh");
  });

  it("shows a wrong code at its field, accepts recovery codes, and goes back", async () => {
    const message = "This code is wrong or was already used";
    listenToSecondSteps(() => failure(422, "validation", message, [{ field: "code", message }]));
    const { user } = await openSecondStep();
    const code = screen.getByLabelText("Code from your app");
    await user.type(code, "000000{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription(message));
    await user.click(screen.getByRole("button", { name: "Use a recovery code instead" }));
    const recovery = screen.getByLabelText("Recovery code");
    expect(recovery).toHaveValue("");
    await user.type(recovery, "123456{Enter}");
    expect(recovery).toHaveAccessibleDescription(/^Recovery codes have 25 letters and digits/);
    await user.click(screen.getByRole("button", { name: "Back to sign-in" }));
    await screen.findByRole("heading", { level: 1, name: "Welcome back" });
  });

  it("asks for the passkey of an account with only passkeys and recovery codes", async () => {
    supportPasskeys();
    const { user } = await openSecondStep(
      ["recovery_code", "passkey"],
      [{ id: "k1", site: "localhost" }],
    );
    expect(screen.getByText(/^Confirm with your passkey\./)).toBeVisible();
    expect(screen.getByRole("button", { name: "Use your passkey" })).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Use a recovery code instead" }));
    expect(screen.getByLabelText("Recovery code")).toHaveFocus();
    expect(screen.getByRole("button", { name: "Use your passkey" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /instead$/ })).toBeNull();
  });

  it("offers only the factors of the account", async () => {
    await openSecondStep(["recovery_code", "passkey"]);
    expect(screen.getByLabelText("Recovery code")).toBeVisible();
    // This browser does not support passkeys.
    expect(screen.queryByRole("button", { name: "Use your passkey" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Use the authenticator app instead" })).toBeNull();
  });
});
