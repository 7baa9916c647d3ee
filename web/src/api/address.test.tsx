import { describe, expect, it } from "vitest";
import { addressOf } from "./address.ts";

function below(...address: Parameters<typeof addressOf>): string {
  return addressOf(...address).replace(`${location.origin}/api`, "");
}

describe("the URL of a call", () => {
  it("encodes identifiers, so that they cannot change the path", () => {
    expect(below("/books/{id}/copies", { path: { id: "../admin?x#y" } })).toBe(
      "/books/..%2Fadmin%3Fx%23y/copies",
    );
  });

  it("leaves out absent, null and empty values, and keeps false and 0", () => {
    const query = { search: "a & b", category: "", page: 0, sort: undefined, to: null, all: false };
    expect(below("/books", { query })).toBe("/books?search=a+%26+b&page=0&all=false");
  });

  it("repeats the name of a list", () => {
    expect(below("/books", { query: { category: ["Art", "", "History"] } })).toBe(
      "/books?category=Art&category=History",
    );
  });
});
