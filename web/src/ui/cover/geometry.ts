/** The width of the image, in its own units. */
export const WIDTH = 200;
/** The height of the image, in its own units. */
export const HEIGHT = 300;

/** Rounds to hundredths, halves away from zero, and never returns negative zero. */
export function hundredths(number: number): number {
  return (Math.sign(number) * Math.round(Math.abs(number) * 100)) / 100 + 0;
}
