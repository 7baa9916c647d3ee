import { describe, expect, it } from "vitest";
import { piecesOf } from "./highlight.ts";

/** The text with the highlighted parts in brackets. */
function marked(text: string, search: string): string {
  return piecesOf(text, search)
    .map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
    .join("");
}

describe("the highlight of a search", () => {
  it.each([
    ["The Left Hand of Darkness", "left dark", "The [Left] Hand of [Dark]ness"],
    ["The Left Hand of Darkness", "LEFT", "The [Left] Hand of Darkness"],
    // Only at the beginning of a word.
    ["Nineteen Eighty-Four", "four", "Nineteen Eighty-[Four]"],
    ["Heart of Darkness", "art", "Heart of Darkness"],
    // The longest match.
    ["Wintering", "win winter", "[Winter]ing"],
    // Accents and width don't matter, in either direction.
    ["Émile Zola", "emile", "[Émile] Zola"],
    ["Emile Zola", "ÉMILE", "[Emile] Zola"],
    ["E\u0301mile", "emi", "[E\u0301mi]le"],
    ["Ｄｕｎｅ", "dune", "[Ｄｕｎｅ]"],
    ["الأيام", "الأ", "[الأ]يام"],
    // A letter that folds to two.
    ["ﬁctions", "fic", "[ﬁc]tions"],
    ["Dune", "", "Dune"],
    ["Dune", " –, ", "Dune"],
    ["", "dune", ""],
    ["C++ (in depth)", "c++", "[C]++ (in depth)"],
    ["a.*b", ".*", "a.*b"],
  ])("in %j for the search %j", (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  it("preserves every character", () => {
    const text = "Ünder – the “Íce”: 1. Ｅssays, ﬂoes & 氷の下";
    for (const search of ["under ice", "e f 1", "氷", "ess flo"]) {
      expect(
        piecesOf(text, search)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }
  });
});
