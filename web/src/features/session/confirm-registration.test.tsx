import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

it("a registration in a library that confirms addresses shows what happens next", async () => {
  server.use(
    http.get(api("/library"), () => answer(aLibrary({ confirmsAddresses: true }))),
    http.post(api("/auth/register"), () => answer(null)),
  );
  const { router } = await renderApp("/register");
  expect(await screen.findByText(/^We will send a link to your email address/)).toBeVisible();
  const main = within(screen.getByRole("main"));
  await user.type(main.getByLabelText("Full name"), "Amara Okafor");
  await user.type(main.getByLabelText("Email"), "amara@students.example");
  await user.type(main.getByLabelText("Password"), "Reading1");
  await user.type(main.getByLabelText("Confirm password"), "Reading1");
  await user.click(main.getByRole("checkbox"));
  await user.click(main.getByRole("button", { name: "Sign Up" }));
  expect(await screen.findByRole("heading", { name: "Check your email" })).toBeVisible();
  expect(screen.getByText("amara@students.example")).toBeVisible();
  expect(screen.queryByText("Registration successful!")).toBeNull();
  expect(router.state.location.pathname).toBe("/register");
  expect(localStorage.getItem("token")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Use another address" }));
  expect(await screen.findByLabelText("Full name")).toBeVisible();
});

it("the link and the password complete a registration", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(api("/auth/register/confirm"), async ({ request }) => {
      sent.push(await request.json());
      if (sent.length > 1) {
        return answer({ user: aUser(), token: "a-good-token", deviceToken: "a-device" });
      }
      const message = "This is not the password that you chose when you registered";
      return failure(422, "validation", message, [{ field: "password", message }]);
    }),
  );
  const { router } = await renderApp("/confirm-registration#token=secret");
  const password = await screen.findByLabelText("Password");
  await waitFor(() => expect(router.state.location.hash).toBe(""));
  await user.type(password, "Guessed1{Enter}");
  await waitFor(() => expect(password).toHaveAccessibleDescription(/^This is not the password/));
  await user.clear(password);
  await user.type(password, "Reading1{Enter}");
  expect(await screen.findByText("Registration successful!")).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  expect(sent).toEqual([
    { token: "secret", password: "Guessed1" },
    { token: "secret", password: "Reading1" },
  ]);
});
