/** The subjects with one more, unless it is empty or there already, whatever its capitals. */
export function withSubject(subjects: readonly string[], text: string): string[] {
  const subject = text.trim();
  const key = subject.toLocaleLowerCase();
  const known = subjects.some((candidate) => candidate.toLocaleLowerCase() === key);
  return subject === "" || known ? [...subjects] : [...subjects, subject];
}
