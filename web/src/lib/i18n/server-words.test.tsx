import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import refusals from "./de/refusals.json";
import { ENGLISH, LANGUAGES } from "./languages.ts";
import { showLanguage } from "./page-language.ts";
import { inPageLanguage } from "./server-words.ts";

const german = LANGUAGES.find(({ code }) => code === "de") ?? ENGLISH;

beforeEach(() => showLanguage(german));

afterEach(() => showLanguage(ENGLISH));

async function wordsOf(message: object): Promise<string> {
  return (await inPageLanguage({ message: "English.", ...message })).message;
}

describe("a message about a field", () => {
  it.each([
    [
      { field: "name", code: "name_too_long", values: { max: 50 } },
      "Der Name darf höchstens 50 Zeichen lang sein.",
    ],
    [
      { field: "rules.2.value", code: "amount_out_of_range", values: { min: 0, max: 10.5 } },
      "Der Betrag muss zwischen 0 und 10,5 liegen.",
    ],
    [{ field: "email", code: "email_twice" }, "Diese E-Mail-Adresse steht zweimal in der Datei."],
    // A reason of a refusal.
    [
      { field: "no_renewals_left", code: "hold_waiting" },
      "Dieses Buch ist für jemand anderen vorgemerkt.",
    ],
    [{ field: "name", code: "from_a_newer_server" }, "English."],
  ])("is the text of its code: %j", async (message, text) => {
    expect(await wordsOf(message)).toBe(text);
  });

  it("is unchanged in English", async () => {
    await showLanguage(ENGLISH);
    const error = { field: "name", code: "full_name_required", message: "Full name is required" };
    expect(await inPageLanguage({ errors: [error] })).toEqual({ errors: [error] });
  });
});

describe("a message of the server", () => {
  it("is unchanged in English", async () => {
    await showLanguage(ENGLISH);
    const failure = { code: "email_taken", message: "An account with this email already exists" };
    expect(await inPageLanguage(failure)).toBe(failure);
  });

  it("is the text of its code in another language", async () => {
    expect(await wordsOf({ code: "wrong_credentials" })).toBe(
      "E-Mail-Adresse oder Passwort ist falsch.",
    );
  });

  it.each([
    [
      { code: "balance_at_limit", values: { balance: 10.75, limit: 10, currency: "USD" } },
      "Offene Gebühren: 10,75\u00a0$. Ausleihen und Verlängern ist erst wieder unter 10,00\u00a0$ möglich.",
    ],
    [
      { code: "membership_expired", values: { expiredOn: "2026-03-16" } },
      "Die Mitgliedschaft ist am 16. März 2026 abgelaufen. Auskunft gibt die Bibliothek.",
    ],
    [
      { code: "too_many_attempts", values: { count: 10, seconds: 600 } },
      "Zu viele Versuche. Bitte versuchen Sie es in 10 Minuten noch einmal.",
    ],
    [
      { code: "overdue_borrowings", values: { count: 2 } },
      "Bitte zuerst die 2 überfälligen Bücher zurückgeben.",
    ],
    [
      { code: "overdue_borrowings", values: { count: 1 } },
      "Bitte zuerst das überfällige Buch zurückgeben.",
    ],
    [
      { code: "copy_not_available", values: { state: "on_loan" } },
      "Dieses Exemplar ist ausgeliehen.",
    ],
  ])("has its data in the format of the language: %j", async (message, text) => {
    expect(await wordsOf(message)).toBe(text);
  });

  it.each([
    [{ code: "copy_not_available" }, "Dieses Exemplar ist nicht verfügbar."],
    [{ code: "overdue_borrowings" }, "Bitte zuerst die überfälligen Bücher zurückgeben."],
    [{ code: "mail_not_sent" }, "English."],
    [{ code: "from_a_newer_server" }, "English."],
    [{ code: "states" }, "English."],
  ])(
    "has a text without data, or stays English, if the data or the text is missing: %j",
    async (message, text) => {
      expect(await wordsOf(message)).toBe(text);
    },
  );

  it("is replaced everywhere in a response", async () => {
    const response = {
      data: {
        refused: [{ refusals: [{ code: "hold_waiting", message: "Another person waits" }] }],
      },
    };
    expect(await inPageLanguage(response)).toEqual({
      data: {
        refused: [
          {
            refusals: [
              { code: "hold_waiting", message: "Dieses Buch ist für jemand anderen vorgemerkt." },
            ],
          },
        ],
      },
    });
  });

  it("of a form is that of its first field", async () => {
    const errors = [{ field: "email", code: "email_taken", message: "Taken" }];
    expect(await wordsOf({ code: "validation", errors })).toBe(
      "Mit dieser E-Mail-Adresse gibt es bereits ein Konto.",
    );
  });
});

const SCHEMAS = JSON.parse(readFileSync("../openapi.json", "utf8")).components.schemas;

it("every code of the API has a text", () => {
  const codes: string[] = SCHEMAS.FailureCode.enum;
  // A form has the message of a field, and a mail server its own text.
  const without = new Set(["validation", "mail_not_sent"]);
  const names = Object.keys(refusals).map((key) => key.replace(/_(one|other|plain)$/, ""));
  expect(codes.filter((code) => !without.has(code) && !names.includes(code))).toEqual([]);
  expect(names.filter((name) => name !== "states" && !codes.includes(name))).toEqual([]);
});

describe.each(LANGUAGES.filter(({ code }) => code !== ENGLISH.code))("$name", ({ code }) => {
  it("has a text for every code of a field error, with placeholders that the message fills", () => {
    const texts: Record<string, string> = JSON.parse(
      readFileSync(join(import.meta.dirname, code, "field-errors.json"), "utf8"),
    );
    const messages: Record<string, string> = SCHEMAS.FieldErrorCode["x-messages"];
    expect(Object.keys(texts)).toEqual(Object.keys(messages).toSorted());
    const foreign = Object.entries(texts).filter(([key, text]) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)].some(
        ([, name]) => !messages[key]?.includes(`{${name}}`),
      ),
    );
    expect(foreign).toEqual([]);
  });
});
