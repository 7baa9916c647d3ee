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
  it("gives every call once, in its group", () => {
    const told = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    const shown = groups.flatMap(({ operations }) => operations);
    expect(shown).toHaveLength(told.length);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(told.length);
    expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(["auth", "books"]));
    expect(operation("list_books").secured).toBe(true);
    expect(operation("login").secured).toBe(false);
    expect(operation("logout").secured).toBe(false);
  });

  it("has a sample for every body, which is JSON with what is required", () => {
    for (const { body, id } of groups.flatMap(({ operations }) => operations)) {
      if (!body) continue;
      const sample = sampleOf(body, document, true);
      for (const name of resolve(body, document).required ?? []) {
        expect(sample, id).toHaveProperty(name);
      }
    }
  });

  it("resolves references, parts and alternatives", () => {
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

  it("is searched by every word", () => {
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

  it("is put together from its parameters", () => {
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

  it("is told to a shell without the token, and without a way out of the quotes", () => {
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

  it("knows JSON", () => {
    expect([isJson(""), isJson(" {} "), isJson("{")]).toEqual([true, true, false]);
  });
});
