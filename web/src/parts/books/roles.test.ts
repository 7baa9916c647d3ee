import { expect, it } from "vitest";
import record from "@/lib/i18n/en/record.json";
import { english } from "@/lib/i18n/index.ts";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import { shownHeading, storedHeading } from "./headings.ts";
import { ROLES, roleName, storedRole } from "./roles.ts";

await loadTexts("record");

it("has a name for every role", () => {
  expect([...ROLES].toSorted()).toEqual(Object.keys(record.roles).toSorted());
});

it("names known roles, and keeps others", () => {
  expect(roleName("issuing body", english)).toBe("Issuing body");
  expect(roleName("beekeeper", english)).toBe("beekeeper");
  expect(storedRole("issuing Body", english)).toBe("issuing body");
  // A person may go on typing.
  expect(storedRole("Editor ", english)).toBe("Editor ");
});

it.each([
  ["Bees -- Behavior -- History", "Bees – Behavior – History"],
  ["World War, 1939-1945", "World War, 1939-1945"],
])("shows the heading %s as %s, and stores it unchanged", (stored, shown) => {
  expect(shownHeading(stored)).toBe(shown);
  expect(storedHeading(shown)).toBe(stored);
});
