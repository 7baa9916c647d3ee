import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { someSessions } from "@/test/fixtures/accounts.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, page, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

/** Opens the profile with sessions; returns the ones that were ended. */
async function open() {
  let sessions = someSessions();
  const ended: string[] = [];
  server.use(
    http.get(api("/auth/sessions"), () => page(sessions.map((session) => ({ ...session })))),
    http.delete(api("/auth/sessions/:id"), ({ params }) => {
      ended.push(String(params.id));
      sessions = sessions.filter(({ _id }) => _id !== params.id);
      return answer(null);
    }),
    http.delete(api("/auth/sessions"), () => {
      ended.push("others");
      sessions = sessions.filter(({ isCurrent }) => isCurrent);
      return answer({ ended: 1 });
    }),
  );
  signedInAs(aUser());
  await renderApp("/profile");
  const section = within(await screen.findByRole("region", { name: "Sessions" }));
  await section.findByText("This device");
  return { section, ended };
}

it("lists this session first, and names the others by browser and system", async () => {
  const { section } = await open();
  const [current, phone, unknown] = section.getAllByRole("listitem");
  expect(current).toHaveTextContent("Firefox on LinuxThis deviceSigned in Jan 5, 2024 09:30");
  expect(phone).toHaveTextContent("Safari on iPhone");
  expect(unknown).toHaveTextContent("Unknown device");
  expect(within(current as HTMLElement).queryByRole("button")).toBeNull();
});

it("ends one session, and then all others", async () => {
  const { section, ended } = await open();
  await user.click(section.getByRole("button", { name: /^Sign out Safari on iPhone, last used / }));
  await waitFor(() => expect(section.getAllByRole("listitem")).toHaveLength(2));
  await user.click(section.getByRole("button", { name: "Sign out all others" }));
  await waitFor(() => expect(section.getAllByRole("listitem")).toHaveLength(1));
  expect(ended).toEqual(["session-2", "others"]);
  expect(section.queryByRole("button")).toBeNull();
});
