import type { FieldError } from "@/api/errors.ts";

/** The number of the line with an error; null for an error of the whole record. */
export function lineOf({ code, message }: Pick<FieldError, "code" | "message">): number | null {
  if (code !== "marc_line") return null;
  const [number] = /\d+/.exec(message) ?? [];
  return number === undefined ? null : Number(number);
}

/** Where a line of a text begins and ends; the end of the text for a line that it does not have. */
export function rangeOfLine(text: string, line: number): [start: number, end: number] {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((total, { length }) => total + length + 1, 0);
  const start = Math.min(before, text.length);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
