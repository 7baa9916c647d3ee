import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

/** Opens the form of a new webhook, whose creation is refused, and sends it. */
async function sendRefused(refusal: () => ReturnType<typeof failure>) {
  server.use(
    http.get(api("/admin/webhooks"), () =>
      answer({ webhooks: [], allowedHosts: ["hooks.example.org"] }),
    ),
    http.post(api("/admin/webhooks"), refusal),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/settings/webhooks");
  await user.click(await screen.findByRole("button", { name: "Add webhook" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("URL"), "https://other.example.org/");
  await user.click(dialog.getByRole("button", { name: "Add webhook" }));
  return dialog;
}

it("shows the server's error of a field beside it", async () => {
  const errors = [{ field: "address", message: "This host is not allowed" }];
  const dialog = await sendRefused(() => failure(422, "validation", "Check the fields", errors));
  expect(await dialog.findByText("This host is not allowed")).toBeVisible();
  expect(dialog.getByLabelText("URL")).toHaveFocus();
  expect(dialog.queryByRole("alert")).toBeNull();
});

it("shows another failure above the form, and no longer when it is opened again", async () => {
  const dialog = await sendRefused(() => failure(409, "too_many", "There are enough webhooks"));
  expect(await dialog.findByRole("alert")).toHaveTextContent("There are enough webhooks");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Add webhook" }));
  const again = within(await screen.findByRole("dialog"));
  expect(again.getByLabelText("URL")).toHaveValue("");
  expect(again.queryByRole("alert")).toBeNull();
});
