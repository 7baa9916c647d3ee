import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { aLibrary } from "@/test/fixtures/library.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server } from "@/test/server.ts";

it("shows no retention times on the privacy page before the library is loaded", async () => {
  server.use(http.get(api("/library"), () => failure(500, "internal", "Something broke")));
  await renderApp("/privacy");
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByText(/3 years|12 hours/)).toBeNull();

  const retention = { borrowingDays: 90, auditDays: 400, sessionHours: 5 };
  const library = aLibrary();
  server.use(
    http.get(api("/library"), () =>
      answer({ ...library, retention: { ...library.retention, ...retention } }),
    ),
  );
  await userEvent.setup({ delay: null }).click(retry);
  expect(await screen.findByText(/5 hours/)).toBeVisible();
  expect(screen.getByText(/400 days/)).toBeVisible();
});
