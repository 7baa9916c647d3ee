import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import type { Shape } from "@/api/shapes.ts";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, page, server, signedInAs } from "@/test/server.ts";

const errors = [{ field: "email", message: "Invalid email address" }];
const ada = {
  line: 2,
  name: "Ada",
  email: "ada@school.example",
  fate: "new",
  changes: [],
  errors: [],
  cells: [],
};
const bo = {
  line: 3,
  name: "Bo",
  email: "nowhere",
  fate: "wrong",
  changes: [],
  errors,
  cells: ["Bo", "nowhere"],
};

/** Opens the import with a file of one valid and one invalid line; the response of the import has a link. */
async function open() {
  const sent: Shape<"ImportForm">[] = [];
  server.use(
    http.get(api("/admin/users"), () => page([aPerson()])),
    http.post(api("/admin/users/import"), async ({ request }) => {
      const form = (await request.json()) as Shape<"ImportForm">;
      sent.push(form);
      const expiresAt = "2024-02-05T09:30:00.000Z";
      const link = form.preview ? null : { path: "/reset-password#token=abc", expiresAt };
      const lines = [
        { ...ada, link },
        { ...bo, link: null },
      ];
      const columns = ["Name", "Email"];
      return answer({ lines, columns, ignored: [], new: 1, changed: 0, unchanged: 0, wrong: 1 });
    }),
  );
  signedInAs(anAdmin());
  const { router } = await renderApp("/admin/users?edit=import");
  const user = userEvent.setup({ delay: null });
  const file = new File(["Name,Email"], "people.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText("CSV file"), file);
  return { router, user, sent };
}

it("imports the valid lines of a file, and offers the invalid ones as a file", async () => {
  const { user, sent } = await open();
  expect(await screen.findByRole("button", { name: "Save rejected lines" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Import 1 person" }));
  expect(await screen.findByText("1 line was left out because of errors.")).toBeVisible();
  expect(sent.map(({ preview }) => preview ?? false)).toEqual([true, false]);
});

it("imports once at a double click, and keeps the password links", async () => {
  const { user, sent } = await open();
  await user.dblClick(await screen.findByRole("button", { name: "Import 1 person" }));
  expect(await screen.findByRole("button", { name: "Save password links" })).toBeVisible();
  expect(sent.filter(({ preview }) => !preview)).toHaveLength(1);
});

it("asks for confirmation before it closes with unsaved password links", async () => {
  const { router, user } = await open();
  await user.click(await screen.findByRole("button", { name: "Import 1 person" }));
  await screen.findByRole("button", { name: "Save password links" });
  await user.keyboard("{Escape}");
  await screen.findByRole("alertdialog", { name: "Close without saving the links?" });
  expect(router.state.location.search).toBe("?edit=import");
  await user.click(screen.getByRole("button", { name: "Close without saving" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

it("shows the changes of existing people, and skips them on request", async () => {
  const sent: Shape<"ImportForm">[] = [];
  const changes = [
    { field: "class", before: "6b", after: "7b" },
    { field: "phone", before: null, after: "+442079460958" },
  ];
  server.use(
    http.get(api("/admin/users"), () => page([aPerson()])),
    http.post(api("/admin/users/import"), async ({ request }) => {
      const form = (await request.json()) as Shape<"ImportForm">;
      sent.push(form);
      const kept = form.keepExisting ?? false;
      const line = { ...ada, link: null, fate: kept ? "unchanged" : "changed" };
      return answer({
        lines: [{ ...line, changes: kept ? [] : changes }],
        columns: ["Email", "Class"],
        ignored: [],
        new: 0,
        changed: kept ? 0 : 1,
        unchanged: kept ? 1 : 0,
        wrong: 0,
      });
    }),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/users?edit=import");
  const user = userEvent.setup({ delay: null });
  const file = new File(["Email,Class"], "people.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText("CSV file"), file);
  const line = await screen.findByText("6b");
  expect(line.parentElement).toHaveTextContent("Class: 6b 7b");
  expect(screen.getByText("+442079460958").parentElement).toHaveTextContent("Phone: +442079460958");
  // The file adds no people, so there are no links to create.
  expect(screen.queryByRole("checkbox", { name: /password link/ })).toBeNull();
  const keep = screen.getByRole("checkbox", { name: /Leave existing people as they are/ });
  await user.click(keep);
  await waitFor(() => expect(screen.queryByText("6b")).toBeNull());
  expect(screen.queryByRole("button", { name: /^Import \d/ })).toBeNull();
  await user.click(keep);
  await user.click(await screen.findByRole("button", { name: "Import 1 person" }));
  expect(await screen.findByText(/1 person changed\./)).toBeVisible();
  expect(sent.at(-1)).toEqual({ file: "Email,Class", links: false, keepExisting: false });
});
