import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { sources } from "@/test/sources.ts";
import { type Change, changed, endQueries } from "./changes.ts";
import { bookKeys, opinionKeys } from "./keys/books.ts";
import { libraryKeys } from "./keys/library.ts";
import { borrowingKeys, favoriteKeys } from "./keys/person.ts";
import { managedBookKeys, reportKeys, settingsKeys, userKeys } from "./keys/staff.ts";

/** Keys of every kind of screen, by name. */
const SHOWN = {
  "a book": bookKeys.detail("1"),
  "the catalogue": bookKeys.list({}),
  "a book's rating": opinionKeys.rating("1"),
  "the favorites": favoriteKeys.list({ page: 1 }),
  "one's borrowings": borrowingKeys.mine,
  "one's numbers": borrowingKeys.summary,
  "all borrowings": borrowingKeys.everyone({}),
  "the managed books": managedBookKeys.list({}),
  "the people": userKeys.list({}),
  "the totals": reportKeys.stats,
  "a report": reportKeys.one("overdue", {}),
  "the library": libraryKeys.details,
  "the home page": libraryKeys.home,
  "a form of the settings": settingsKeys.section("rules"),
} as const;

async function staleAfter(...changes: Change[]): Promise<string[]> {
  const client = new QueryClient();
  for (const key of Object.values(SHOWN)) client.setQueryData(key, {});
  await changed(client, ...changes);
  return Object.entries(SHOWN)
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);
}

const CATALOGUE = ["a book", "the catalogue", "a book's rating", "the favorites"];
const CIRCULATION = ["one's borrowings", "one's numbers", "all borrowings"];

describe("a change makes stale", () => {
  it.each<[Change, string[]]>([
    [
      "loan",
      [...CATALOGUE, ...CIRCULATION, "the managed books", "the people", "the totals", "a report"],
    ],
    ["book", [...CATALOGUE, ...CIRCULATION, "the managed books", "the totals", "a report"]],
    ["favorite", ["the favorites", "one's numbers"]],
    // Rules and the time zone decide what is overdue, and the currency is shown everywhere. Forms keep their initial
    // values.
    [
      "settings",
      [
        ...CATALOGUE,
        ...CIRCULATION,
        "the managed books",
        "the people",
        "the totals",
        "a report",
        "the library",
        "the home page",
      ],
    ],
    ["mail", ["the library"]],
    ["session", []],
  ])("%s: the right screens", async (change, expected) => {
    expect(await staleAfter(change)).toEqual(expected);
  });

  it("the stale data of several kinds", async () => {
    expect(await staleAfter("favorite", "mail")).toEqual([
      "the favorites",
      "one's numbers",
      "the library",
    ]);
  });
});

it("a deleted entity is not fetched again for a screen that still shows it, only for the next screen", async () => {
  const client = new QueryClient();
  let fetched = 0;
  const options = { queryKey: userKeys.one("1"), queryFn: () => ++fetched };
  const observer = new QueryObserver(client, options);
  const close = observer.subscribe(() => {});
  await client.fetchQuery(options);
  const before = fetched;
  endQueries(client, userKeys.one("1"));
  await changed(client, "user");
  // The screen renders once more.
  observer.setOptions(options);
  expect(fetched).toBe(before);
  close();
  const reopened = new QueryObserver(client, options);
  const closeAgain = reopened.subscribe(() => {});
  await client.fetchQuery(options);
  expect(fetched).toBe(before + 1);
  closeAgain();
});

describe("query keys", () => {
  const LITERAL = /queryKey: \[|QueryData(?:<[^(]*>)?\(\s*\[|QueryState\(\s*\[/;
  const code = sources();

  it("are found by the scanner when they are literal", () => {
    expect('useQuery({ queryKey: ["books"] })').toMatch(LITERAL);
    expect('client.setQueryData<string[]>(["favorites"], [])').toMatch(LITERAL);
  });

  it("are written only in their registry", () => {
    expect(code.length).toBeGreaterThan(200);
    expect(code.filter(({ text }) => LITERAL.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
