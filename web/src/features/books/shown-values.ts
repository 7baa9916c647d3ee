/** A value of a facet with its number of books and its label. */
export interface FacetValue {
  value: string;
  label: string;
  count: number;
}

/** The number of values of a facet that are shown at first. */
export const FIRST_VALUES = 6;

/** The first values, or all; chosen ones are always included, even when other filters leave them without books. */
export function shownValues(
  values: readonly FacetValue[],
  chosen: readonly string[],
  all: boolean,
  labelOf: (value: string) => string,
): FacetValue[] {
  const missing = chosen.filter((one) => !values.some(({ value }) => value === one));
  const listed = [
    ...values,
    ...missing.map((value) => ({ value, label: labelOf(value), count: 0 })),
  ];
  return all
    ? listed
    : listed.filter(({ value }, place) => place < FIRST_VALUES || chosen.includes(value));
}
