/**
 * Makes a value on its first use. Formats of `Intl` are made so: one takes milliseconds on a phone, and the app has
 * more of them than a screen needs.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
