import { expect, test } from "vitest";
import { edited, moved, newServer, sent } from "./source-list.ts";

const OPEN_LIBRARY = {
  kind: "open_library",
  isOn: false,
  name: null,
  address: null,
  version: null,
  recordSchema: null,
  query: null,
} as const;
const SERVER = {
  kind: "sru",
  isOn: true,
  name: "A catalogue",
  address: "https://catalogue.example.org/sru",
  version: "2.0",
  recordSchema: "MARC21-xml",
  query: "alma.isbn={isbn}",
} as const;

test("sources are sent as they were stored", () => {
  expect(edited([OPEN_LIBRARY, SERVER]).map(sent)).toEqual([
    { kind: "open_library", isOn: false },
    SERVER,
  ]);
});

test("an empty schema is the usual one", () => {
  expect(sent({ ...newServer(), recordSchema: " " }).recordSchema).toBeNull();
});

test("sources move within their list", () => {
  const sources = edited([OPEN_LIBRARY, SERVER]);
  const kinds = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind);
  expect(kinds(moved(sources, 1, -1))).toEqual(["sru", "open_library"]);
  expect(moved(sources, 0, -1)).toBe(sources);
  expect(moved(sources, 1, 1)).toBe(sources);
});
