import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { someMail } from "@/test/fixtures/settings.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });
const PATH = "/admin/settings/mail";
const OFF = { settings: null, queue: { waiting: 0, givenUp: 0, problem: null } };

/** Opens the screen; returns the bodies of the requests that save it. */
async function open() {
  const saved: unknown[] = [];
  server.use(
    http.put(api(PATH), async ({ request }) => {
      saved.push(await request.json());
      return answer({ ...someMail() });
    }),
  );
  signedInAs(anAdmin());
  await renderApp(PATH);
  const main = within(await screen.findByRole("main"));
  await main.findByLabelText("Port");
  return { main, saved };
}

it("keeps the stored password unless a new one is entered", async () => {
  const { main, saved } = await open();
  const password = main.getByLabelText(/^Password/);
  expect(password).toHaveValue("");
  expect(password).toHaveAccessibleDescription("A password is stored. Leave blank to keep it.");
  await user.selectOptions(main.getByLabelText("Security"), "TLS");
  expect(main.getByLabelText("Port")).toHaveValue("465");
  await user.click(main.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Email settings saved")).toBeVisible();
  await user.type(password, "new");
  await user.click(main.getByRole("button", { name: "Save changes" }));
  expect(saved[0]).toMatchObject({ security: "tls", port: 465, user: "desk" });
  expect(saved[0]).not.toHaveProperty("password");
  expect(saved[1]).toMatchObject({ password: "new" });
  expect(password).toHaveValue("");
});

it("shows the server's reason when a test fails", async () => {
  const reason = "The mail server refused: 550 We do not relay";
  server.use(http.post(api(`${PATH}/test`), () => failure(409, "mail_not_sent", reason)));
  const { main } = await open();
  await user.click(main.getByRole("button", { name: "Send test email" }));
  expect(await main.findByText(reason)).toBeVisible();
  let sent = 0;
  server.use(
    http.post(api(`${PATH}/test`), () => {
      sent += 1;
      return answer({ sentTo: "wen@library.example" });
    }),
  );
  await user.dblClick(main.getByRole("button", { name: "Send test email" }));
  expect(await main.findByText("A test email is being sent to wen@library.example.")).toBeVisible();
  expect(sent).toBe(1);
});

it("sets up a mail server and removes it again", async () => {
  server.use(
    http.get(api(PATH), () => answer(OFF)),
    http.delete(api(PATH), () => answer(OFF)),
  );
  const { main, saved } = await open();
  expect(main.getByText("Email is not set up.")).toBeVisible();
  expect(main.getByRole("button", { name: "Send test email" })).toHaveAttribute("aria-disabled");
  await user.click(main.getByRole("button", { name: "Save changes" }));
  expect(main.getByLabelText("Mail server")).toHaveAccessibleDescription(/Mail server is required/);
  expect(saved).toEqual([]);
  await user.type(main.getByLabelText("Mail server"), "smtp.library.example");
  await user.type(main.getByLabelText("Sender address"), "desk@library.example");
  await user.click(main.getByRole("button", { name: "Save changes" }));
  await user.click(await main.findByRole("button", { name: "Turn off email" }));
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Turn off email" }),
  );
  expect(await screen.findByText("Email turned off")).toBeVisible();
  expect(main.getByText("Email is not set up.")).toBeVisible();
});
