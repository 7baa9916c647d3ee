import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { aLibrary } from "@/test/fixtures/library.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

function listen(path: string, respond: () => Response) {
  const asked: unknown[] = [];
  server.use(
    http.post(api(path), async ({ request }) => {
      asked.push(await request.json());
      return respond();
    }),
  );
  return asked;
}

describe("a forgotten password", () => {
  it("is requested by email, with a response that reveals no account", async () => {
    const asked = listen("/auth/forgot-password", () => answer(null));
    await renderApp("/forgot-password");
    const email = await screen.findByLabelText("Email");
    await user.type(email, "amara{Enter}");
    expect(email).toHaveAccessibleDescription("Invalid email address");
    expect(asked).toEqual([]);
    await user.type(email, "@students.example {Enter}");
    expect(await screen.findByRole("heading", { name: "Check your email" })).toBeVisible();
    expect(asked).toEqual([{ email: "amara@students.example" }]);
    expect(screen.getByText("amara@students.example")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Use another address" }));
    expect(await screen.findByLabelText("Email")).toBeVisible();
  });

  it("refers the person to the desk when the library sends no mail", async () => {
    server.use(http.get(api("/library"), () => answer({ ...aLibrary({ sendsMail: false }) })));
    await renderApp("/forgot-password");
    expect(await screen.findByText(/^Email is not set up for this library/)).toBeVisible();
    expect(screen.queryByLabelText("Email")).toBeNull();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Contact the library" })).toHaveAttribute(
      "href",
      "/contact",
    );
  });

  it("shows a message after too many attempts", async () => {
    listen("/auth/forgot-password", () => failure(429, "too_many_attempts", "Too many attempts."));
    await renderApp("/forgot-password");
    await user.type(await screen.findByLabelText("Email"), "amara@students.example{Enter}");
    const main = within(screen.getByRole("main"));
    expect(await main.findByRole("alert")).toHaveTextContent("Too many attempts.");
  });
});

describe("a link for a new password", () => {
  async function open(path = "/reset-password#token=secret") {
    const { router } = await renderApp(path);
    await screen.findByRole("heading", { name: "Choose a new password" });
    return router;
  }

  async function fillIn(password: string, confirmation = password) {
    await user.type(screen.getByLabelText("New password"), password);
    await user.type(screen.getByLabelText("Confirm new password"), `${confirmation}{Enter}`);
  }

  it("is removed from the address, validated in the browser, and followed by the login screen", async () => {
    const asked = listen("/auth/reset-password", () => answer(null));
    const router = await open();
    await waitFor(() => expect(router.state.location.hash).toBe(""));
    await fillIn("Quieter2", "Quieter3");
    expect(screen.getByLabelText("Confirm new password")).toHaveAccessibleDescription(
      "Passwords do not match",
    );
    expect(asked).toEqual([]);
    await user.clear(screen.getByLabelText("Confirm new password"));
    await user.type(screen.getByLabelText("Confirm new password"), "Quieter2{Enter}");
    expect(await screen.findByText("Password updated successfully")).toBeVisible();
    expect(asked).toEqual([{ token: "secret", password: "Quieter2", confirmPassword: "Quieter2" }]);
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  });

  it("ends the session in this browser", async () => {
    listen("/auth/reset-password", () => answer(null));
    signedInAs(anAdmin());
    const router = await open();
    await fillIn("Quieter2");
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("that was used offers to request a new one", async () => {
    listen("/auth/reset-password", () => failure(409, "link_invalid", "This link has been used."));
    await open();
    await fillIn("Quieter2");
    const alert = await within(screen.getByRole("main")).findByRole("alert");
    expect(alert).toHaveTextContent("This link has been used.");
    expect(within(alert).getByRole("link")).toHaveAttribute("href", "/forgot-password");
  });

  it("shows a message when the link has no token", async () => {
    await open("/reset-password");
    expect(screen.queryByLabelText("New password")).toBeNull();
    expect(screen.getByRole("link", { name: "Request a new link" })).toBeVisible();
  });
});
