import { House } from "lucide-react";
import { describe, expect, it } from "vitest";
import { matchingEntries, type PaletteEntry } from "./entries.ts";

const entry = (label: string, kind: PaletteEntry["kind"] = "screen"): PaletteEntry => ({
  id: label,
  kind,
  label,
  icon: House,
  target: { to: "/" },
});

const ENTRIES = [entry("Manage Books"), entry("Öffnungstage"), entry("Add Book", "action")];

describe("the screens and actions of the palette", () => {
  it.each([
    ["", ["Manage Books", "Öffnungstage"]],
    ["book", ["Manage Books"]],
    ["boo man", ["Manage Books"]],
    ["offnung", ["Öffnungstage"]],
    ["ooks", []],
    ["books users", []],
  ])("match %j by the beginnings of words", (text, labels) => {
    expect(matchingEntries(ENTRIES, text, "screen").map(({ label }) => label)).toEqual(labels);
  });

  it("are grouped by kind", () => {
    expect(matchingEntries(ENTRIES, "book", "action").map(({ label }) => label)).toEqual([
      "Add Book",
    ]);
  });
});
