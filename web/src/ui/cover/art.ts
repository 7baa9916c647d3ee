import { hundredths, WIDTH } from "./geometry.ts";
import type { Random } from "./random.ts";

/** The kind of art, which also determines how the text is aligned. */
export type Template =
  | "double_frame"
  | "band"
  | "large_initial"
  | "slanted_lines"
  | "rings"
  | "punched_grid";

/** Shapes in the accent colour with the same outline. */
export interface Mark {
  /** The SVG path of all shapes. */
  path: string;
  /** The width of their outline; 0 when they are filled. */
  stroke: number;
}

/** A letter in the accent colour. */
export interface Letter {
  text: string;
  /** The x of its middle. */
  x: number;
  /** The y of its baseline. */
  y: number;
  size: number;
}

/** How text is aligned at its `x`. */
export type Anchor = "start" | "middle";

interface Art {
  art: Mark[];
  letter: Letter | null;
}

/** The top of the art: 56 % of the height. */
const TOP = 168;
/** The bottom of the art: 84 % of the height. */
const BOTTOM = 252;
const MIDDLE = (TOP + BOTTOM) / 2;

export function pickTemplate(random: Random): Template {
  return random.pick<Template>([
    "double_frame",
    "band",
    "large_initial",
    "slanted_lines",
    "rings",
    "punched_grid",
  ]);
}

export function anchorOf(template: Template): Anchor {
  return template === "double_frame" || template === "rings" ? "middle" : "start";
}

/** Draws the art of a template, between 56 % and 84 % of the height. */
export function draw(template: Template, initial: string, random: Random): Art {
  switch (template) {
    case "double_frame":
      return { art: doubleFrame(), letter: null };
    case "band":
      return { art: band(random), letter: null };
    case "large_initial":
      return { art: ruleAbove(), letter: largeInitial(initial, random) };
    case "slanted_lines":
      return { art: slantedLines(random), letter: null };
    case "rings":
      return { art: rings(random), letter: null };
    case "punched_grid":
      return { art: punchedGrid(random), letter: null };
  }
}

function doubleFrame(): Mark[] {
  const fine = [
    rectangle(13, 13, 174, 274),
    line(48, MIDDLE, 84, MIDDLE),
    line(116, MIDDLE, 152, MIDDLE),
    diamond(100, MIDDLE, 13),
  ];
  return [
    outlined(rectangle(9, 9, 182, 282), 1.8),
    outlined(fine.join(""), 0.8),
    filled(diamond(100, MIDDLE, 9)),
  ];
}

function band(random: Random): Mark[] {
  const height = 26 + 22 * random.next();
  const top = TOP + 8 + (BOTTOM - TOP - 16 - height) * random.next();
  const bottom = top + height;
  const lines = line(0, top - 5, WIDTH, top - 5) + line(0, bottom + 5, WIDTH, bottom + 5);
  return [filled(rectangle(0, top, WIDTH, height)), outlined(lines, 0.8)];
}

function ruleAbove(): Mark[] {
  return [outlined(line(20, 169, 180, 169), 0.8)];
}

function largeInitial(initial: string, random: Random): Letter {
  return { text: initial, x: random.pick([60, 100, 140]), y: 248, size: 84 };
}

function slantedLines(random: Random): Mark[] {
  const gap = 9 + 6 * random.next();
  const stroke = hundredths(1 + 2.5 * random.next());
  const slant = random.pick([-60, -30, 30, 60]);
  let path = "";
  for (let x = -60; x < WIDTH + 60; x += gap) {
    path += line(x, BOTTOM, x + slant, TOP);
  }
  return [outlined(path, stroke)];
}

function rings(random: Random): Mark[] {
  const x = 60 + 80 * random.next();
  const gap = 6 + 4 * random.next();
  let path = "";
  for (let radius = 4 + gap; radius <= 40; radius += gap) {
    path += circle(x, MIDDLE, radius);
  }
  return [filled(circle(x, MIDDLE, 4)), outlined(path, 1.6)];
}

function punchedGrid(random: Random): Mark[] {
  const filledShare = 0.3 + 0.4 * random.next();
  let solid = "";
  let open = "";
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      const hole = circle(23.5 + 17 * column, 176 + 17 * row, 4);
      if (random.next() < filledShare) {
        solid += hole;
      } else {
        open += hole;
      }
    }
  }
  return [filled(solid), outlined(open, 0.8)];
}

function filled(path: string): Mark {
  return { path, stroke: 0 };
}

function outlined(path: string, stroke: number): Mark {
  return { path, stroke };
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return path(["M", x1, y1], ["L", x2, y2]);
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return path(["M", x, y], ["h", width], ["v", height], ["h", -width], ["Z"]);
}

function diamond(x: number, y: number, r: number): string {
  return path(["M", x, y - r], ["L", x + r, y], ["L", x, y + r], ["L", x - r, y], ["Z"]);
}

/** Two half circles, since a path has no full ones. */
function circle(x: number, y: number, r: number): string {
  return path(
    ["M", x - r, y],
    ["a", r, r, 0, 1, 0, 2 * r, 0],
    ["a", r, r, 0, 1, 0, -2 * r, 0],
    ["Z"],
  );
}

/** Formats commands with numbers rounded to hundredths. */
function path(...commands: [command: string, ...numbers: number[]][]): string {
  return commands
    .map(([command, ...numbers]) => command + numbers.map(hundredths).join(" "))
    .join("");
}
