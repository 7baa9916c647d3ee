import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { anEmailChange } from "@/test/fixtures/accounts.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });
const NEW = "amara.okafor@students.example";

/** Records the request bodies of a call. */
function listen(method: "put" | "post" | "delete", path: string, respond: () => Response) {
  const asked: unknown[] = [];
  server.use(
    http[method](api(path), async ({ request }) => {
      asked.push(method === "delete" ? request.url : await request.json());
      return respond();
    }),
  );
  return asked;
}

async function openEditor() {
  signedInAs(aUser());
  await renderApp("/profile?edit=details");
  return screen.findByLabelText("Email");
}

it("a new address requires the password, other changes do not", async () => {
  const sent = listen("put", "/auth/updatedetails", () => answer(aUser()));
  const email = await openEditor();
  // The password form below has the same field.
  expect(screen.getAllByLabelText("Current password")).toHaveLength(1);
  await user.clear(email);
  await user.type(email, NEW);
  const form = within(email.closest("form") as HTMLFormElement);
  await user.click(form.getByRole("button", { name: "Save changes" }));
  const password = form.getByLabelText("Current password");
  expect(password).toHaveAccessibleDescription(/^Enter your current password/);
  expect(sent).toEqual([]);
  await user.type(password, "Reading1{Enter}");
  expect(await screen.findByText("Profile updated successfully")).toBeVisible();
  expect(sent).toEqual([{ email: NEW, currentPassword: "Reading1" }]);
});

it("a wrong password is shown beside its field", async () => {
  const errors = [{ field: "currentPassword", message: "Current password is incorrect" }];
  listen("put", "/auth/updatedetails", () =>
    failure(422, "validation", "Current password is incorrect", errors),
  );
  const email = await openEditor();
  await user.type(email, "x");
  const form = within(email.closest("form") as HTMLFormElement);
  await user.type(form.getByLabelText("Current password"), "Reading1{Enter}");
  await waitFor(() =>
    expect(form.getByLabelText("Current password")).toHaveAccessibleDescription(
      /^Current password is incorrect/,
    ),
  );
});

it("a pending address can be canceled in the profile", async () => {
  let pending = [anEmailChange()];
  server.use(http.get(api("/auth/email-changes"), () => answer(pending)));
  const asked = listen("delete", "/auth/email-changes/email_change_1", () => {
    pending = [];
    return answer(null);
  });
  signedInAs(aUser());
  await renderApp("/profile");
  expect(await screen.findByText(new RegExp(`^${NEW} becomes your address`))).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Cancel change" }));
  await waitFor(() => expect(screen.queryByText("Check your email")).toBeNull());
  expect(asked).toHaveLength(1);
});

it("a change that took effect is shown on every screen until it is dismissed", async () => {
  let notices = [anEmailChange({ changedAt: "2024-02-05T09:00:00.000Z" })];
  server.use(http.get(api("/auth/email-changes"), () => answer(notices)));
  listen("delete", "/auth/email-changes/email_change_1", () => {
    notices = [];
    return answer(null);
  });
  signedInAs(aUser());
  await renderApp("/dashboard");
  expect(await screen.findByText(/Feb 5, 2024 09:00 by someone who knew/)).toBeVisible();
  const close = screen.getByRole("button", { name: /Your email address was changed/ });
  await user.click(close);
  await waitFor(() => expect(screen.queryByText("Your email address was changed")).toBeNull());
});

it("the link to a new address leads a visitor to the sign-in, and then back", async () => {
  const confirmed = listen("post", "/auth/email-changes/confirm", () =>
    answer(aUser({ email: NEW })),
  );
  const signedIn = { user: aUser(), token: "a-good-token", deviceToken: null };
  listen("post", "/auth/login", () => answer(signedIn));
  server.use(http.get(api("/library"), () => answer(aLibrary())));
  const { router } = await renderApp("/confirm-email#token=secret");
  await user.click(await screen.findByRole("button", { name: "Sign In" }));
  await user.type(await screen.findByLabelText("Email"), "amara@students.example");
  await user.type(screen.getByLabelText("Password"), "Reading1{Enter}");
  await user.click(await screen.findByRole("button", { name: "Confirm" }));
  expect(await screen.findByText(NEW)).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "Your email address was changed",
  );
  expect(screen.queryByText(/once you confirm it/)).toBeNull();
  expect(confirmed).toEqual([{ token: "secret" }]);
  expect(router.state.location.hash).toBe("");
});

it("a used link shows a message", async () => {
  const words = "This link has expired or was already used. Please ask for a new one.";
  listen("post", "/auth/email-changes/confirm", () => failure(409, "link_invalid", words));
  signedInAs(aUser());
  await renderApp("/confirm-email#token=secret");
  await user.click(await screen.findByRole("button", { name: "Confirm" }));
  const alert = await within(screen.getByRole("main")).findByRole("alert");
  expect(alert).toHaveTextContent(words);
});

it("the link to the old address undoes the change, and asks for a new password", async () => {
  const asked = listen("post", "/auth/email-changes/undo", () =>
    answer({ path: "/reset-password#token=next", expiresAt: "2024-02-05T10:00:00.000Z" }),
  );
  await renderApp("/undo-email-change#token=secret");
  expect(asked).toEqual([]);
  await user.click(await screen.findByRole("button", { name: "Undo the change" }));
  expect(await screen.findByRole("heading", { name: "Choose a new password" })).toBeVisible();
  expect(screen.getByText(/has its old email address again/)).toBeVisible();
  expect(screen.getByText(/The old password no longer works/)).toBeVisible();
  expect(screen.queryByText("Remembered it?")).toBeNull();
  expect(asked).toEqual([{ token: "secret" }]);
});

it("does not lose a click that comes as soon as the link is shown", async () => {
  const clicked = new MutationObserver(() => {
    const button = screen.queryByRole("button", { name: "Sign In" });
    if (button === null) return;
    clicked.disconnect();
    button.click();
  });
  clicked.observe(document, { childList: true, subtree: true });
  const { router } = await renderApp("/confirm-email#token=secret");
  await screen.findByLabelText("Email");
  expect(router.state.location.pathname).toBe("/login");
});
