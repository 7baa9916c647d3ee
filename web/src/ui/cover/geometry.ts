/** Width of the picture, in its own units. */
export const WIDTH = 200;
/** Height of the picture, in its own units. */
export const HEIGHT = 300;

/** Rounded to hundredths, halves away from nought, and never minus nought. */
export function hundredths(number: number): number {
  return (Math.sign(number) * Math.round(Math.abs(number) * 100)) / 100 + 0;
}
