/** The initials of a name: the first letters of its first and its last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .map((word) => (word ? [...word][0] : ""))
    .join("")
    .toLocaleUpperCase();
}

/** A person as a circle with initials; decorative, beside or behind a name. */
export function Avatar({ name, size = 32 }: { name: string; size?: 32 | 40 | 64 }) {
  const dimension = { 32: "size-8 text-sm", 40: "size-10 text-md", 64: "size-16 text-xl" }[size];
  return (
    <span
      aria-hidden="true"
      // The letters are in a drawing, so that they are not part of a label beside the name.
      data-initials={initialsOf(name)}
      className={`${dimension} grid shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-on-primary-soft before:content-[attr(data-initials)]`}
    />
  );
}
