import type { Random } from "./random.ts";

/** Three matching colours. The contrast of ink on ground is at least 9.8:1, of accent on ground at least 5.3:1. */
export interface Palette {
  /** The background. */
  readonly ground: string;
  /** The text. */
  readonly ink: string;
  /** The art. */
  readonly accent: string;
}

type Family = readonly [Palette, Palette, Palette, Palette];

const palette = (ground: string, ink: string, accent: string): Palette => ({ ground, ink, accent });

const JEWELS: Family = [
  palette("#1F2A44", "#F4EFE3", "#E0B458"),
  palette("#5A1A22", "#F6EBDD", "#E2A66B"),
  palette("#1E3B2F", "#F1EDDF", "#D9B65C"),
  palette("#3E2148", "#F5EAF0", "#E5A6C0"),
];

const NIGHT: Family = [
  palette("#0F4248", "#EAF4F1", "#F0B97A"),
  palette("#4A2F1B", "#F7EEDF", "#E6B873"),
  palette("#2B333D", "#EEF1F4", "#8FD0C8"),
  palette("#2D1B3D", "#F0EAF7", "#C9A7F0"),
];

const PAPER: Family = [
  palette("#F2EBDC", "#2A2118", "#9C3B2E"),
  palette("#DCE5D6", "#1F2E22", "#7A4A12"),
  palette("#DCE8F2", "#16283B", "#A23B1F"),
  palette("#F4DEDA", "#3A1420", "#7C2B46"),
];

/**
 * Selects the family by the category, so that the books of a category look related, and one of its four palettes by the
 * book.
 */
export function pickPalette(categoryHash: number, random: Random): Palette {
  const family = [JEWELS, NIGHT, PAPER][categoryHash % 3] ?? JEWELS;
  return random.pick(family);
}
