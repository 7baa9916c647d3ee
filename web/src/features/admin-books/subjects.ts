/** Adds a subject, unless it is empty or already listed in any case. */
export function withSubject(subjects: readonly string[], text: string): string[] {
  const subject = text.trim();
  const key = subject.toLocaleLowerCase();
  const known = subjects.some((candidate) => candidate.toLocaleLowerCase() === key);
  return subject === "" || known ? [...subjects] : [...subjects, subject];
}
