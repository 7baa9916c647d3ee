import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { libraryKeys } from "@/api/keys/library.ts";
import { createSessionStore } from "@/api/session/session-store.ts";
import { ENGLISH } from "@/lib/i18n/languages.ts";
import { pageLanguage, showLanguage } from "@/lib/i18n/page-language.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { signedInAs } from "@/test/server.ts";
import { followLanguages } from "./follow-languages.ts";

/** Functions that stop what a test has started. */
const stops: (() => void)[] = [];

function follow() {
  const session = createSessionStore();
  const client = new QueryClient();
  stops.push(followLanguages(session, client));
  return { session, client };
}

/** Loads the texts of a language first. */
const WAIT = { timeout: 10_000 };

async function expectLanguage(code: string): Promise<void> {
  await vi.waitFor(() => expect(pageLanguage().language.code).toBe(code), WAIT);
}

beforeEach(() => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr-FR"]);
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await showLanguage(ENGLISH);
});

describe("the language of the page", () => {
  it("is the person's from the sign-in to the sign-out", async () => {
    signedInAs(aUser({ language: "de" }));
    const { session } = follow();
    await session.start();
    await expectLanguage("de");
    session.profileUpdated({ language: "en" });
    await expectLanguage("en");
    session.profileUpdated({ language: "de" });
    await expectLanguage("de");
    await session.logout();
    await expectLanguage("en");
  });

  it("is the one of the last visit until the session is known", async () => {
    signedInAs(aUser({ language: "de" }));
    localStorage.setItem("language:person", "de");
    const { session } = follow();
    expect(localStorage.getItem("language:person")).toBe("de");
    await session.start();
    await expectLanguage("de");
    expect(localStorage.getItem("language:person")).toBe("de");
  });

  it("is the library's for browsers in unsupported languages", async () => {
    const { client } = follow();
    client.setQueryData(libraryKeys.details, aLibrary({ language: "de" }));
    await expectLanguage("de");
    client.setQueryData(libraryKeys.details, aLibrary({ language: "en" }));
    await expectLanguage("en");
  });
});

it("responses in the old language are fetched again", async () => {
  const { session, client } = follow();
  const observer = new QueryObserver(client, {
    queryKey: ["refusals"],
    queryFn: async () => `in ${pageLanguage().language.name}`,
    staleTime: Number.POSITIVE_INFINITY,
  });
  stops.push(observer.subscribe(() => {}));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("in English"), WAIT);
  signedInAs(aUser({ language: "de" }));
  await session.start();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("in Deutsch"), WAIT);
});
