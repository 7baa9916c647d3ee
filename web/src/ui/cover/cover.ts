/**
 * The generated cover of a book without an image, drawn from its title, author and category.
 *
 * It has the same layout as on the server (`crates/domain/src/catalogue/cover`), in the units of an image 200 wide and
 * 300 high; both are tested with `crates/domain/testdata/cover-vectors.json`.
 */
import {
  type Anchor,
  anchorOf,
  draw,
  type Letter,
  type Mark,
  pickTemplate,
  type Template,
} from "./art.ts";
import { hundredths, WIDTH } from "./geometry.ts";
import { type Palette, pickPalette } from "./palette.ts";
import { fnv1a, Random } from "./random.ts";
import {
  fitAuthor,
  fitSubtitle,
  fitTitle,
  initialOf,
  isRightToLeft,
  normal,
  splitTitle,
  trimmed,
} from "./text.ts";

/** The visible elements of a generated cover. */
export interface CoverLayout {
  palette: Palette;
  template: Template;
  /** The letter that replaces the title when the image is too small for text. */
  initial: string;
  /** The title, in the serif font. */
  title: TextBlock;
  /** The subtitle, in the serif font; often without lines. */
  subtitle: TextBlock;
  /** The author, in capitals of the sans-serif font; without lines if there is none. */
  author: TextBlock;
  /** Shapes in the accent colour. */
  art: Mark[];
  /** A letter in the accent colour that is part of the art. */
  letter: Letter | null;
}

/** Lines of text of one size. */
export interface TextBlock {
  /** From top to bottom. */
  lines: TextLine[];
  size: number;
  /** The x at which the lines begin, or of their middle, depending on `anchor`. */
  x: number;
  anchor: Anchor;
  direction: "ltr" | "rtl";
}

/** A line of text and its baseline. */
export interface TextLine {
  text: string;
  y: number;
}

/** The distance between the edge and the text, left and right. */
const MARGIN = 20;
/** The top of the title. */
const TITLE_TOP = 30;
/** The baseline of the last line of the author. */
const AUTHOR_BASELINE = 278;
/** The distance of the title's baselines, relative to its size. */
const TITLE_LEADING = 1.12;
/** The distance from the top of the title to its first baseline, relative to its size. */
const TITLE_ASCENT = 0.8;
/** The distance from the last baseline of the title to the top of the subtitle. */
const SUBTITLE_GAP = 8;
/** The distance of the baselines of the subtitle and of the author, relative to their size. */
const SMALL_LEADING = 1.25;
/** The separator of title and author in the key: the unit separator, which no title contains. */
const SEPARATOR = "\u001f";

/** The cover of a book: the same for the same title, first author and category. */
export function coverLayout(title: string, author: string, category: string): CoverLayout {
  const firstAuthor = trimmed(author.split(/[,;]/)[0] ?? "");
  const key = normal(trimmed(title) + SEPARATOR + firstAuthor);
  const random = new Random(fnv1a(key));
  const palette = pickPalette(fnv1a(normal(trimmed(category))), random);
  const template = pickTemplate(random);
  const initial = initialOf(title);
  const { art, letter } = draw(template, initial, random);

  const split = splitTitle(title);
  const main = titleBlock(split.title, template);
  const subtitle = subtitleBlock(split.subtitle, main, template);
  const writer = authorBlock(author, template);
  return { palette, template, initial, title: main, subtitle, author: writer, art, letter };
}

function titleBlock(title: string, template: Template): TextBlock {
  const { lines, size } = fitTitle(title);
  return block(title, lines, size, TITLE_TOP + TITLE_ASCENT * size, TITLE_LEADING, template);
}

function subtitleBlock(subtitle: string, title: TextBlock, template: Template): TextBlock {
  const { lines, size } = fitSubtitle(subtitle);
  const above = title.lines.at(-1)?.y ?? TITLE_TOP;
  return block(subtitle, lines, size, above + SUBTITLE_GAP + size, SMALL_LEADING, template);
}

function authorBlock(author: string, template: Template): TextBlock {
  const { lines, size } = fitAuthor(author);
  const linesBelowTheFirst = lines.length > 1 ? 1 : 0;
  const first = AUTHOR_BASELINE - linesBelowTheFirst * SMALL_LEADING * size;
  return block(author, lines, size, first, SMALL_LEADING, template);
}

/** Places lines of a text one below the other. */
function block(
  text: string,
  lines: string[],
  size: number,
  firstBaseline: number,
  leading: number,
  template: Template,
): TextBlock {
  const direction = isRightToLeft(text) ? "rtl" : "ltr";
  const anchor = anchorOf(template);
  const x = anchor === "middle" ? WIDTH / 2 : direction === "ltr" ? MARGIN : WIDTH - MARGIN;
  const placed = lines.map((line, row) => ({
    text: line,
    y: hundredths(firstBaseline + row * leading * size),
  }));
  return { lines: placed, size, x, anchor, direction };
}
