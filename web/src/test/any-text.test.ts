import { describe, expect, it } from "vitest";
import { eventSplitter } from "@/api/live/events.ts";
import { readClosures } from "@/features/settings/opening/closures-file.ts";
import { parseCsv, toCsv } from "@/lib/csv.ts";
import { type Block, type Inline, parseMarks } from "@/lib/marks.ts";

/** The number of texts that each parser reads; `make fuzz` raises it. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 5_000);

/** Characters that the parsers treat specially, and others. */
const PIECES = [
  ..."#*_[]()\\-.,;:\"'/<>&=+@| \t\n\r0123456789abcXYZ",
  ..."éß猫ﻻ\u0301\u200b\u202e\ufeff\ud83d",
  "**",
  "](",
  "](/",
  "](https://",
  "](javascript:",
  "](data:",
  "](//",
  "](mailto:",
  "\r\n",
  "## ",
  "- ",
  "1. ",
  "2026-12-24",
  "2026-02-30",
  '""',
  "<script>",
  "&lt;",
  "=1+1",
  "＝1",
];

/** Deterministic texts from Lehmer's random number generator. */
function* texts(count: number): Generator<string> {
  let state = 42;
  const below = (bound: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
  for (let made = 0; made < count; made += 1) {
    let text = "";
    for (let length = below(40); length > 0; length -= 1) text += PIECES[below(PIECES.length)];
    yield text;
  }
}

function links(parts: readonly Inline[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === "text") return [];
    return part.kind === "link" ? [part.to, ...links(part.parts)] : links(part.parts);
  });
}

function linksOf(block: Block): string[] {
  return block.kind === "list" ? block.items.flatMap(links) : links(block.parts);
}

describe("any text", () => {
  it("is read as events of a stream, however it is split into parts", () => {
    for (const text of texts(RUNS)) {
      const lines = text.replaceAll(" ", "\ndata:").replaceAll("#", "\nevent:e\n\n");
      const split = eventSplitter();
      expect([...lines].flatMap((part) => split(part))).toEqual(eventSplitter()(lines));
    }
  });

  it("is read as marks, with links to safe targets only", () => {
    for (const text of texts(RUNS)) {
      for (const to of parseMarks(text).flatMap(linksOf)) {
        const isOwn = to.startsWith("/") && !to.startsWith("//") && !to.startsWith("/\\");
        expect(isOwn || /^(https?:\/\/|mailto:|tel:)/i.test(to), `${text} links to ${to}`).toBe(
          true,
        );
      }
    }
  });

  it("is one cell of a file, and not a formula", () => {
    for (const text of texts(RUNS)) {
      const file = toCsv([["first", text, "last"]]);
      const [row] = parseCsv(file);
      expect(row, text).toHaveLength(3);
      expect(row?.[1], text).not.toMatch(/^[=@＝\t\r]/);
    }
  });

  it("is read as a file of closures with valid dates", () => {
    for (const text of texts(RUNS)) {
      const dates = new Set<string>();
      for (const { date, name, state } of readClosures(text, [])) {
        if (state !== "new") continue;
        expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10), text).toBe(date);
        expect(name, text).not.toBe("");
        expect(dates.has(date), text).toBe(false);
        dates.add(date);
      }
    }
  });
});
