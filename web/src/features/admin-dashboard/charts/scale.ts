/** The smallest round even number that is not below `most`: the end of a scale from 0. */
export function roundedUp(most: number): number {
  if (most <= 2) return 2;
  const unit = 10 ** Math.floor(Math.log10(most));
  const ends = [1, 2, 4, 6, 8, 10].map((times) => times * unit);
  return ends.find((end) => end >= most && end % 2 === 0) ?? most;
}

/** A share in whole percent; at least 1 unless it is zero. */
export function percent(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  return Math.max(1, Math.round((part / whole) * 100));
}
