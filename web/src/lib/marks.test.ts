import { describe, expect, it } from "vitest";
import { parseMarks } from "./marks.ts";

const text = (words: string) => ({ kind: "text", text: words });
const paragraph = (...parts: object[]) => ({ kind: "paragraph", parts });

describe("parseMarks", () => {
  it("reads headings, paragraphs and lists", () => {
    const source = "# One\n\nTwo\nlines\n\n- a\n- b\n\n### Three\n1. first\n2) second\nlast";
    expect(parseMarks(source)).toEqual([
      { kind: "heading", level: 2, parts: [text("One")] },
      paragraph(text("Two lines")),
      { kind: "list", ordered: false, items: [[text("a")], [text("b")]] },
      { kind: "heading", level: 3, parts: [text("Three")] },
      { kind: "list", ordered: true, items: [[text("first")], [text("second")]] },
      paragraph(text("last")),
    ]);
  });

  it("reads emphasis and links within a line", () => {
    expect(parseMarks("See **the *good* [terms](/terms)**, \\*please\\*.")).toEqual([
      paragraph(
        text("See **the "),
        { kind: "emphasis", parts: [text("good")] },
        text(" "),
        { kind: "link", to: "/terms", parts: [text("terms")] },
        text("**, *please*."),
      ),
    ]);
    expect(parseMarks("**strong** and *soft*")).toEqual([
      paragraph({ kind: "strong", parts: [text("strong")] }, text(" and "), {
        kind: "emphasis",
        parts: [text("soft")],
      }),
    ]);
  });

  it.each(["/help", "https://library.example/a", "mailto:desk@library.example", "tel:+15550100"])(
    "accepts a link to %s",
    (to) => {
      expect(parseMarks(`[there](${to})`)).toEqual([
        paragraph({ kind: "link", to, parts: [text("there")] }),
      ]);
    },
  );

  it.each([
    "[x](javascript:alert)",
    "[x](JaVaScRiPt:alert)",
    "[x](data:text/html,x)",
    "[x](//other.example)",
    "[x](/\\other.example)",
    "[x](vbscript:x)",
    "<b>bold</b>",
    '<script>alert("x")</script>',
    "<a href='https://library.example'>x</a>",
    "![x](https://library.example/x.png",
  ])("shows %j as it was typed", (source) => {
    expect(parseMarks(source)).toEqual([paragraph(text(source))]);
  });

  it.each(["*", "**a", "[", "[a](", "\\", "# ", "*a "])(
    "parses 20,000 characters of %j quickly",
    (part) => {
      const [block] = parseMarks(`x ${part.repeat(20_000 / part.length)}`);
      expect(block?.kind).toBe("paragraph");
    },
  );
});
