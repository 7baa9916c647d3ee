import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { someCatalogueSettings } from "@/test/fixtures/settings.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });
const PATH = "/admin/settings/catalogue";
const OAI = "Other systems can harvest the catalogue (OAI-PMH)";

/** Opens the screen; returns the bodies of the requests that save it. */
async function open(stored = someCatalogueSettings()) {
  const saved: unknown[] = [];
  server.use(
    http.get(api(PATH), () => answer(stored)),
    http.put(api(PATH), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      saved.push(body);
      return answer({ ...stored, ...body });
    }),
  );
  signedInAs(anAdmin());
  await renderApp(PATH);
  const main = within(await screen.findByRole("main"));
  await main.findByLabelText(OAI);
  return { main, saved };
}

it("shows harvesters their address once it is saved", async () => {
  const { main, saved } = await open();
  expect(main.queryByLabelText("Site address")).toBeNull();
  await user.click(main.getByLabelText(OAI));
  const address = main.getByLabelText("Site address");
  await user.clear(address);
  await user.click(main.getByRole("button", { name: "Save changes" }));
  expect(await main.findByText("Site address is required")).toBeVisible();
  expect(saved).toEqual([]);
  await user.type(address, "https://library.example");
  await user.click(main.getByRole("button", { name: "Save changes" }));
  expect(await main.findByText("https://library.example/oai")).toBeVisible();
  expect(saved).toMatchObject([{ openToVisitors: false, indexed: false, oaiPmh: true }]);
});
