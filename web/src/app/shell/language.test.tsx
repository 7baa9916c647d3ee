import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import type { User } from "@/api/shapes.ts";
import { ENGLISH } from "@/lib/i18n/languages.ts";
import { showLanguage } from "@/lib/i18n/page-language.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

afterEach(async () => {
  await showLanguage(ENGLISH);
});

describe("the language of the page", () => {
  it("is changed in the footer, updates the screen, and can be changed back", async () => {
    const user = userEvent.setup();
    await renderApp("/login");
    await screen.findByRole("heading", { name: "Welcome back" });
    await user.type(screen.getByLabelText("Email"), "amara");
    await user.selectOptions(screen.getByLabelText("Language"), "Deutsch");
    expect(await screen.findByRole("heading", { name: "Willkommen zurück" })).toBeInTheDocument();
    expect(document.documentElement.lang).toBe("de");
    expect(document.title).toMatch(/^Anmelden/);
    // The form keeps its values.
    expect(screen.getByLabelText("E-Mail-Adresse")).toHaveValue("amara");
    await user.selectOptions(screen.getByLabelText("Sprache"), "English");
    expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeInTheDocument();
    expect(document.documentElement.lang).toBe("en");
  });

  it("is saved in the profile of a signed-in person, and does not change when saving fails", async () => {
    const user = userEvent.setup();
    const person = aUser();
    signedInAs(person);
    const sent: unknown[] = [];
    let isDown = false;
    server.use(
      http.put(api("/auth/updatedetails"), async ({ request }) => {
        if (isDown) return HttpResponse.error();
        const changes = (await request.json()) as Partial<User>;
        sent.push(changes);
        return answer({ ...person, ...changes });
      }),
    );
    await renderApp("/my-history");
    await user.selectOptions(await screen.findByLabelText("Language"), "Deutsch");
    expect(await screen.findByLabelText("Sprache")).toHaveValue("de");
    expect(sent).toEqual([{ language: "de" }]);
    // It is stored for the person, not for the device.
    expect(localStorage.getItem("language")).toBeNull();
    isDown = true;
    await user.selectOptions(screen.getByLabelText("Sprache"), "English");
    expect(
      await screen.findByText(/Ihre Sprache konnte nicht gespeichert werden/),
    ).toBeInTheDocument();
    expect(screen.getByLabelText("Sprache")).toHaveValue("de");
  });
});
