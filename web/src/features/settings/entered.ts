/** The number of a form that is being saved. It cannot be empty then, because the form's check reports empty fields. */
export function entered(value: number | null): number {
  if (value === null) throw new Error("a form with an empty number was saved");
  return value;
}
