import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  groupsOf,
  type OpenApi,
  operationById,
  resolve,
  sampleOf,
  search,
  typeOf,
} from "./document.ts";
import { asCurl, isJson, missing, prepare } from "./request.ts";

const document: OpenApi = JSON.parse(readFileSync("../openapi.json", "utf8"));
const groups = groupsOf(document);

function operation(id: string) {
  const found = operationById(groups, id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

describe("the document", () => {
  it("lists every operation once, in its group", () => {
    const documented = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    const shown = groups.flatMap(({ operations }) => operations);
    expect(shown).toHaveLength(documented.length);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(documented.length);
    expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(["auth", "books"]));
    expect(operation("borrow_book").secured).toBe(true);
    // An open catalogue can be read without a session.
    expect(operation("list_books").secured).toBe(false);
    expect(operation("login").secured).toBe(false);
    expect(operation("logout").secured).toBe(false);
  });

  it("has one sentence as the title of each call, and the others as the description", () => {
    const all = groups.flatMap(({ operations }) => operations);
    expect(all.filter(({ title }) => title === "" || title.length > 120)).toEqual([]);
    expect(all.filter(({ title }) => /[.] |[.]$/.test(title))).toEqual([]);
    const { title, description } = operation("remove_book");
    expect(title).toBe(
      "Removes a book from the catalogue: archives it when it was ever borrowed, else deletes it",
    );
    expect(description).toMatch(/^Refused with 409 .* undone for two minutes\.$/s);
  });

  it("has a JSON example with the required fields for every body", () => {
    for (const { body, id } of groups.flatMap(({ operations }) => operations)) {
      if (!body) continue;
      const sample = sampleOf(body, document, true);
      for (const name of resolve(body, document).required ?? []) {
        expect(sample, id).toHaveProperty(name);
      }
    }
  });

  it("resolves references, type unions and allOf", () => {
    const answer = operation("borrow_book").answers.find(({ status }) => status === "201");
    const sample = sampleOf(answer?.schema ?? {}, document) as { data: { book: object } };
    expect(sample.data.book).toHaveProperty("title");
    expect(typeOf({ type: ["string", "null"] }, document)).toBe("string or null");
    expect(typeOf({ type: "array", items: { type: "integer" } }, document)).toBe("list of integer");
    const whole = resolve(
      {
        allOf: [
          { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
          { properties: { b: { type: "string" } }, required: ["b"] },
        ],
      },
      document,
    );
    expect(Object.keys(whole.properties ?? {}).sort()).toEqual(["a", "b"]);
  });

  it("is searched for every word of a text", () => {
    const ids = (text: string) =>
      search(groups, text).flatMap(({ operations }) => operations.map(({ id }) => id));
    expect(ids("post borrow")).toContain("borrow_book");
    expect(ids("BOOKS popular")).toEqual(["popular_books"]);
    expect(ids("nothing like it")).toEqual([]);
    expect(ids("").length).toBeGreaterThan(30);
  });
});

describe("a call", () => {
  const filled = { parameters: { bookId: "a/b", "Idempotency-Key": "k" }, body: "", token: "t" };

  it("is built from its parameters", () => {
    expect(prepare(operation("borrow_book"), filled)).toEqual({
      method: "POST",
      address: "/api/borrowings/a%2Fb",
      headers: [
        ["Idempotency-Key", "k"],
        ["Authorization", "Bearer t"],
      ],
      body: null,
    });
    const found = { parameters: { search: "ä b", page: "" }, body: "{}", token: "" };
    expect(prepare(operation("list_books"), found)).toEqual({
      method: "GET",
      address: "/api/books?search=%C3%A4+b",
      headers: [],
      body: null,
    });
    expect(missing(operation("borrow_book"), { parameters: {} })).toEqual(["bookId"]);
    expect(missing(operation("borrow_book"), filled)).toEqual([]);
  });

  it("is written as a shell command without the token, with quotes escaped", () => {
    const body = JSON.stringify({ title: "It's here" });
    const prepared = prepare(operation("add_book"), { parameters: {}, body, token: "secret" });
    expect(asCurl(prepared, "https://library.example")).toBe(
      [
        "curl 'https://library.example/api/books'",
        "--request POST",
        '--header "Authorization: Bearer $CARREL_TOKEN"',
        "--header 'Content-Type: application/json'",
        `--data '{"title":"It'\\''s here"}'`,
      ].join(" \\\n  "),
    );
  });

  it("recognizes valid JSON", () => {
    expect([isJson(""), isJson(" {} "), isJson("{")]).toEqual([true, true, false]);
  });
});
