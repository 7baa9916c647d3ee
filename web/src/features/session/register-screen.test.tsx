import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

async function openRegistration() {
  const { router } = await renderApp("/register");
  await screen.findByRole("heading", { level: 1, name: "Create your account" });
  const main = within(screen.getByRole("main"));
  return {
    router,
    main,
    name: main.getByLabelText("Full name"),
    email: main.getByLabelText("Email"),
    phone: main.getByLabelText(/^Phone/),
    address: main.getByLabelText(/^Address/),
    password: main.getByLabelText("Password"),
    confirm: main.getByLabelText("Confirm password"),
    terms: main.getByRole("checkbox", { name: "I agree to the terms and conditions" }),
    submit: main.getByRole("button", { name: "Sign Up" }),
  };
}

async function fillIn(form: Awaited<ReturnType<typeof openRegistration>>) {
  await user.type(form.name, " Amara Okafor ");
  await user.type(form.email, "amara@students.example");
  await user.type(form.password, "Reading1");
  await user.type(form.confirm, "Reading1");
  await user.click(form.terms);
}

describe("the registration", () => {
  it("shows the required fields, and focuses the first missing one", async () => {
    const form = await openRegistration();
    await user.click(form.submit);
    expect(form.name).toHaveAccessibleDescription("Full name is required");
    expect(form.email).toHaveAccessibleDescription("Email is required");
    expect(form.password).toHaveAccessibleDescription(/^Password is required/);
    expect(form.confirm).toHaveAccessibleDescription("Please confirm your password");
    expect(form.terms).toHaveAccessibleDescription("You must agree to the terms and conditions");
    expect(form.phone).toBeValid();
    expect(form.address).toBeValid();
    expect(form.name).toHaveFocus();
  });

  it("sends the entered values without the empty fields", async () => {
    let sent: unknown;
    server.use(
      http.post(api("/auth/register"), async ({ request }) => {
        sent = await request.json();
        return answer({ user: { ...aUser() }, token: "fresh" });
      }),
    );
    const form = await openRegistration();
    await fillIn(form);
    await user.click(form.submit);
    expect(await screen.findByText("Registration successful!")).toBeVisible();
    expect(sent).toEqual({
      name: "Amara Okafor",
      email: "amara@students.example",
      password: "Reading1",
      confirmPassword: "Reading1",
      agreeTerms: true,
      language: "en",
    });
    expect(localStorage.getItem("token")).toBe("fresh");
    await waitFor(() => expect(form.router.state.location.pathname).toBe("/dashboard"));
  });

  it.each([
    [
      () => failure(409, "email_taken", "An account with this email already exists"),
      "An account with this email already exists",
    ],
    [() => HttpResponse.error(), "Registration failed"],
  ])("shows a failure in a toast and in a banner (%#)", async (respond, shown) => {
    server.use(http.post(api("/auth/register"), respond));
    const form = await openRegistration();
    await fillIn(form);
    await user.click(form.submit);
    expect(await form.main.findByRole("alert")).toHaveTextContent(shown);
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(toasts).toHaveTextContent(shown);
  });

  it("shows in the banner that an email is in use, and offers to sign in", async () => {
    const message = "An account with this email already exists";
    server.use(http.post(api("/auth/register"), () => failure(409, "email_taken", message)));
    const form = await openRegistration();
    await fillIn(form);
    await user.click(form.submit);
    const banner = await form.main.findByRole("alert");
    expect(banner).toHaveTextContent(message);
    expect(banner).toHaveFocus();
    await user.click(within(banner).getByRole("link", { name: "Sign in instead" }));
    await waitFor(() => expect(form.router.state.location.pathname).toBe("/login"));
    await screen.findByRole("heading", { name: "Welcome back" });
    expect(form.main.queryByRole("alert")).toBeNull();
  });

  it("marks the rules that the password meets during typing", async () => {
    const form = await openRegistration();
    const rules = () => form.main.getAllByRole("listitem").map((rule) => rule.textContent);
    expect(rules()).toEqual([
      "At least 6 characters, not met yet",
      "An uppercase letter, not met yet",
      "A lowercase letter, not met yet",
      "A number, not met yet",
    ]);
    await user.type(form.password, "Read1");
    expect(rules()).toEqual([
      "At least 6 characters, not met yet",
      "An uppercase letter, met",
      "A lowercase letter, met",
      "A number, met",
    ]);
    expect(form.password).toHaveAccessibleDescription(/At least 6 characters, not met yet/);
  });

  it("links to the terms without losing the form", async () => {
    const form = await openRegistration();
    const link = form.main.getByRole("link", { name: "Read the terms and conditions" });
    expect(link).toHaveAttribute("href", "/terms");
    expect(link).toHaveAttribute("target", "_blank");
  });

  it("explains how to get an account when registration is closed", async () => {
    server.use(http.get(api("/library"), () => answer({ ...aLibrary(), registrationOpen: false })));
    await renderApp("/register");
    expect(
      await screen.findByRole("heading", { name: "Ask the library for an account" }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Contact the library" })).toHaveAttribute(
      "href",
      "/contact",
    );
    expect(screen.queryByRole("button", { name: "Sign Up" })).toBeNull();
  });

  it.each([
    ["name", "name"],
    ["email", "email"],
    ["phone", "tel"],
    ["address", "street-address"],
    ["password", "new-password"],
    ["confirm", "new-password"],
  ] as const)("lets browsers and password managers fill in the %s", async (field, name) => {
    const form = await openRegistration();
    expect(form[field]).toHaveAttribute("autocomplete", name);
  });
});
