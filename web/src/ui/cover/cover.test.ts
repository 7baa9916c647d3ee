import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type CoverLayout, coverLayout } from "./cover.ts";

interface Vector {
  title: string;
  author: string;
  category: string;
  layout: CoverLayout;
}

const path = resolve(process.cwd(), "../crates/domain/testdata/cover-vectors.json");
const vectors = JSON.parse(readFileSync(path, "utf8")) as Vector[];

describe("the generated cover, which the server also draws", () => {
  it("has test vectors", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(40);
  });

  it.each(vectors)("$title", ({ title, author, category, layout }) => {
    expect(coverLayout(title, author, category)).toEqual(layout);
  });
});
