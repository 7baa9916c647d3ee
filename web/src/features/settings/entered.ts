/** A number of a form that is being saved. It is empty only while it is typed, and the form's check reports that. */
export function entered(value: number | null): number {
  if (value === null) throw new Error("a form with an empty number was saved");
  return value;
}
