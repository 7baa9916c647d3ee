import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { someKinds } from "@/test/fixtures/settings.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

type RuleCase = { patronCategory: string | null; itemType: string | null } | null;

it.each<[string, RuleCase]>([
  ["Default", null],
  ["Rule for everyone and everything", { patronCategory: null, itemType: null }],
  ["Rule for Teaching staff", { patronCategory: "staff", itemType: null }],
  ["Rule for Reference", { patronCategory: null, itemType: "reference" }],
  ["Rule for Teaching staff, Reference", { patronCategory: "staff", itemType: "reference" }],
])("names the source of a value: %s", async (source, rule) => {
  const kind = (code: string, name: string) => ({ code, name, archived: false });
  server.use(
    http.get(api("/admin/settings/kinds"), () =>
      answer({
        ...someKinds(),
        patronCategories: [kind("staff", "Teaching staff")],
        itemTypes: [kind("reference", "Reference")],
      }),
    ),
    http.get(api("/admin/settings/rules/explanation"), () =>
      answer([
        {
          name: "loan_days",
          value: "28",
          rule: rule && { name: "loan_days", value: "28", ...rule },
          beaten: [],
        },
      ]),
    ),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/settings/rules");
  const table = within(
    await screen.findByRole("table", { name: "Rules for Everyone else, Everything else" }),
  );
  expect(await table.findByText(source)).toBeVisible();
});

it("has no “else” when there are no categories and item types", async () => {
  server.use(
    http.get(api("/admin/settings/kinds"), () =>
      answer({ ...someKinds(), patronCategories: [], itemTypes: [] }),
    ),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/settings/rules");
  expect(
    await screen.findByRole("table", { name: "Rules for Everyone, Everything" }),
  ).toBeVisible();
});
